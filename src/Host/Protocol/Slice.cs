namespace Bench.Host;

/// <param name="Nanoseconds">Wall time of all invocations, with garbage collections.</param>
/// <param name="PausedNanoseconds">The part of it in which the garbage collector stopped the process.</param>
/// <param name="CompiledMethods">Since the process began.</param>
/// <param name="CompilationTime">Since the process began.</param>
/// <param name="Cores">Null if the system has no clock for processor time, or the benchmark moved between threads.</param>
internal readonly record struct Slice(
    long Invocations,
    double Nanoseconds,
    double PausedNanoseconds,
    long CompiledMethods,
    TimeSpan CompilationTime,
    CoreTime? Cores = null
)
{
    private const string Unknown = "-";

    public string[] ToFields() =>
        [
            HostProtocol.Text(Invocations),
            HostProtocol.Text(Nanoseconds),
            HostProtocol.Text(PausedNanoseconds),
            HostProtocol.Text(CompiledMethods),
            HostProtocol.Text(CompilationTime.TotalMilliseconds),
            .. Cores is not { } cores
                ? (string[])[]
                :
                [
                    HostProtocol.Text(cores.Nanoseconds),
                    cores.WaitNanoseconds is { } wait ? HostProtocol.Text(wait) : Unknown,
                    HostProtocol.Text(cores.OtherNanoseconds),
                ],
        ];

    public static Slice Parse(string[] fields) =>
        new(
            HostProtocol.Integer(fields[0]),
            HostProtocol.Number(fields[1]),
            HostProtocol.Number(fields[2]),
            HostProtocol.Integer(fields[3]),
            TimeSpan.FromMilliseconds(HostProtocol.Number(fields[4])),
            fields.Length < 8
                ? null
                : new CoreTime(
                    HostProtocol.Number(fields[5]),
                    fields[6] == Unknown ? null : HostProtocol.Number(fields[6]),
                    HostProtocol.Number(fields[7])
                )
        );
}
