namespace Bench.Host;

/// <summary>A benchmark case as the program's own BenchmarkDotNet finds it.</summary>
/// <param name="FullName">As BenchmarkDotNet's exporters write it.</param>
/// <param name="QualifiedType">The type with its assembly, as the runtime finds it again in another process.</param>
/// <param name="Parameters">As a table shows them.</param>
/// <param name="DisplayInfo">What BenchmarkDotNet calls the case for people: the job stands in it.</param>
/// <param name="MethodTitle">What it calls the method for people.</param>
/// <param name="Group">Equal for the alternatives that do the same work: type, categories, job and parameters.</param>
/// <param name="IsBaseline">Whether it is the baseline of its group.</param>
/// <param name="InvocationCount">Invocations of an iteration; counts for <see cref="RunMode.Iterations"/> only.</param>
/// <param name="HasSetup">Whether an iteration has a set-up or clean-up.</param>
/// <param name="UnsupportedReason">Why it can't be measured in slices at all; empty where it can.</param>
/// <param name="Variables">Environment variables that its job sets for its process, NAME=VALUE.</param>
/// <param name="Affinity">The cores that its job pins its process to, a bit each; 0 where it does not.</param>
internal record ListedBenchmark(
    string FullName,
    string Type,
    string QualifiedType,
    string Method,
    string Parameters,
    string DisplayInfo,
    string MethodTitle,
    string Group,
    bool IsBaseline,
    int OperationsPerInvoke,
    RunMode Mode,
    long InvocationCount,
    bool HasSetup,
    string UnsupportedReason,
    IReadOnlyList<string> Variables,
    long Affinity
)
{
    public string[] ToFields() =>
        [
            HostProtocol.Encode(FullName),
            HostProtocol.Encode(Type),
            HostProtocol.Encode(QualifiedType),
            HostProtocol.Encode(Method),
            HostProtocol.Encode(Parameters),
            HostProtocol.Encode(DisplayInfo),
            HostProtocol.Encode(MethodTitle),
            HostProtocol.Encode(Group),
            IsBaseline ? "1" : "0",
            HostProtocol.Text(OperationsPerInvoke),
            Mode.ToString(),
            HostProtocol.Text(InvocationCount),
            HasSetup ? "1" : "0",
            HostProtocol.Encode(UnsupportedReason),
            HostProtocol.EncodeAll(Variables),
            HostProtocol.Text(Affinity),
        ];

    public static ListedBenchmark Parse(string[] fields) =>
        new(
            HostProtocol.Decode(fields[0]),
            HostProtocol.Decode(fields[1]),
            HostProtocol.Decode(fields[2]),
            HostProtocol.Decode(fields[3]),
            HostProtocol.Decode(fields[4]),
            HostProtocol.Decode(fields[5]),
            HostProtocol.Decode(fields[6]),
            HostProtocol.Decode(fields[7]),
            fields[8] == "1",
            (int)HostProtocol.Integer(fields[9]),
            Enum.Parse<RunMode>(fields[10]),
            HostProtocol.Integer(fields[11]),
            fields[12] == "1",
            HostProtocol.Decode(fields[13]),
            HostProtocol.DecodeAll(fields[14]),
            HostProtocol.Integer(fields[15])
        );
}
