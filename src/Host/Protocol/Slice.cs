namespace Bench.Host;

/// <summary>What was measured of a few invocations.</summary>
/// <param name="Nanoseconds">Of all of them, collections included.</param>
/// <param name="PausedNanoseconds">How much of it the garbage collector stopped the process.</param>
/// <param name="CompiledMethods">Methods that the process has compiled so far.</param>
/// <param name="CompilationTime">How long it has compiled so far.</param>
internal readonly record struct Slice(
    long Invocations,
    double Nanoseconds,
    double PausedNanoseconds,
    long CompiledMethods,
    TimeSpan CompilationTime
)
{
    public string[] ToFields() =>
        [
            HostProtocol.Text(Invocations),
            HostProtocol.Text(Nanoseconds),
            HostProtocol.Text(PausedNanoseconds),
            HostProtocol.Text(CompiledMethods),
            HostProtocol.Text(CompilationTime.TotalMilliseconds),
        ];

    public static Slice Parse(string[] fields) =>
        new(
            HostProtocol.Integer(fields[0]),
            HostProtocol.Number(fields[1]),
            HostProtocol.Number(fields[2]),
            HostProtocol.Integer(fields[3]),
            TimeSpan.FromMilliseconds(HostProtocol.Number(fields[4]))
        );
}
