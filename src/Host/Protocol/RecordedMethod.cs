namespace Bench.Host;

/// <summary>A method that ran.</summary>
/// <param name="Type">The full name in the notation of the runtime's events.</param>
/// <param name="Token">The metadata token.</param>
internal sealed record RecordedMethod(string Type, string Name, int Token)
{
    public string[] ToFields() => [HostProtocol.Encode(Type), HostProtocol.Encode(Name), HostProtocol.Text(Token)];

    public static RecordedMethod Parse(string[] fields) =>
        new(HostProtocol.Decode(fields[0]), HostProtocol.Decode(fields[1]), (int)HostProtocol.Integer(fields[2]));
}
