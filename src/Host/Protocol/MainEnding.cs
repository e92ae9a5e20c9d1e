namespace Bench.Host;

/// <summary>What came of running a program's Main with BenchmarkDotNet's runner intercepted.</summary>
/// <param name="Cases">Benchmark cases that Main handed to BenchmarkDotNet.</param>
/// <param name="Trouble">What Main did other than end, in words that follow "Main"; empty where it ended.</param>
/// <param name="OtherTypes">Types with benchmarks that Main did not run.</param>
internal sealed record MainEnding(int Cases, string Trouble, IReadOnlyList<string> OtherTypes)
{
    public string[] ToFields() => [HostProtocol.Text(Cases), HostProtocol.Encode(Trouble), HostProtocol.EncodeAll(OtherTypes)];

    public static MainEnding Parse(string[] fields) =>
        new((int)HostProtocol.Integer(fields[0]), HostProtocol.Decode(fields[1]), HostProtocol.DecodeAll(fields[2]));
}
