namespace Bench.Host;

/// <summary>A benchmark case as the program's own BenchmarkDotNet finds it.</summary>
/// <param name="FullName">As in BenchmarkDotNet's exports.</param>
/// <param name="QualifiedType">Includes the assembly, so that another process finds the type.</param>
/// <param name="Parameters">As in BenchmarkDotNet's tables.</param>
/// <param name="DisplayInfo">BenchmarkDotNet's display name of the case, with the job.</param>
/// <param name="MethodTitle">BenchmarkDotNet's display name of the method.</param>
/// <param name="Group">Equal for the variants of one comparison group: same type, categories, job and parameters.</param>
/// <param name="InvocationCount">Per iteration; used in <see cref="RunMode.Iterations"/> only.</param>
/// <param name="HasSetup">True if an iteration has a set-up or clean-up.</param>
/// <param name="UnsupportedReason">Empty if the case can be measured.</param>
/// <param name="Variables">Environment variables of its job, as NAME=VALUE.</param>
/// <param name="Affinity">One bit per core that its job pins the process to; 0 if it does not.</param>
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
