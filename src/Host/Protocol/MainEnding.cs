namespace Bench.Host;

/// <summary>The result of running a program's Main while BenchmarkDotNet's runner is intercepted.</summary>
/// <param name="Cases">Number of cases that Main handed to BenchmarkDotNet.</param>
/// <param name="Trouble">The reason why Main did not end, in words that follow "Main"; empty if it ended.</param>
/// <param name="OtherTypes">Types with benchmarks that Main did not run.</param>
internal sealed record MainEnding(int Cases, string Trouble, IReadOnlyList<string> OtherTypes)
{
    public string[] ToFields() => [HostProtocol.Text(Cases), HostProtocol.Encode(Trouble), HostProtocol.EncodeAll(OtherTypes)];

    public static MainEnding Parse(string[] fields) =>
        new((int)HostProtocol.Integer(fields[0]), HostProtocol.Decode(fields[1]), HostProtocol.DecodeAll(fields[2]));
}
