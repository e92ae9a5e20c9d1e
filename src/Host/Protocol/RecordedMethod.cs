namespace Bench.Host;

/// <summary>A method that ran.</summary>
/// <param name="Type">The full name of its type, as the runtime's events write it.</param>
/// <param name="Token">Its number in the metadata of its assembly.</param>
internal sealed record RecordedMethod(string Type, string Name, int Token)
{
    public string[] ToFields() => [HostProtocol.Encode(Type), HostProtocol.Encode(Name), HostProtocol.Text(Token)];

    public static RecordedMethod Parse(string[] fields) =>
        new(HostProtocol.Decode(fields[0]), HostProtocol.Decode(fields[1]), (int)HostProtocol.Integer(fields[2]));
}
