namespace Bench.Host;

/// <summary>The environment of the program, and how many benchmarks follow.</summary>
internal sealed record ListHead(
    int Count,
    string BenchmarkDotNet,
    string Runtime,
    string OperatingSystem,
    string Architecture,
    string GcMode,
    int Cores
)
{
    public string[] ToFields() =>
        [
            HostProtocol.Text(Count),
            HostProtocol.Encode(BenchmarkDotNet),
            HostProtocol.Encode(Runtime),
            HostProtocol.Encode(OperatingSystem),
            HostProtocol.Encode(Architecture),
            GcMode,
            HostProtocol.Text(Cores),
        ];

    public static ListHead Parse(string[] fields) =>
        new(
            (int)HostProtocol.Integer(fields[0]),
            HostProtocol.Decode(fields[1]),
            HostProtocol.Decode(fields[2]),
            HostProtocol.Decode(fields[3]),
            HostProtocol.Decode(fields[4]),
            fields[5],
            (int)HostProtocol.Integer(fields[6])
        );
}
