using System.Runtime.InteropServices;
using Bench.Harness;
using Bench.PrivatePostgres;
using BenchmarkDotNet.Attributes;
using Samples.AdventureWorksApi;
using Samples.AdventureWorksApi.Data;

namespace Benchmarks.AdventureWorks;

/// <summary>
/// The database that all benchmarks of this folder run against: the one that the environment names; else a private PostgreSQL; else, where
/// that is not installed, a temporary file of SQLite.
/// </summary>
internal static class SalesDatabase
{
    private const string Variable = "ConnectionStrings__AdventureWorks";

    /// <summary>As in the sample: a file of SQLite that has no name is a temporary one.</summary>
    private const string SqliteKeyword = "Data Source=";

    private static readonly Lazy<PostgresCluster> PrivateServer = new(PostgresCluster.Start);
    private static readonly Lazy<TemporaryDatabase> PrivateFile = new(MakeFile);
    private static readonly List<PosixSignalRegistration> Signals = [];

    public static Provider Provider =>
        Named is { } named ? ProviderOf(named)
        : PostgresCluster.UnsupportedReason is null ? Provider.Postgres
        : Provider.Sqlite;

    /// <summary>How to reach it. A private one is made at the first call, and ends with the process.</summary>
    public static string ConnectionString =>
        Provider == Provider.Postgres ? Named ?? PrivateServer.Value.ConnectionString("adventureworks")
        : Named is { } named && named != SqliteKeyword ? named
        : PrivateFile.Value.ConnectionString;

    /// <summary>What a reader must know beside the figures.</summary>
    public static string Note =>
        (Provider, PrivateServer.IsValueCreated) switch
        {
            (Provider.Sqlite, _) =>
                "SQLite runs in the process itself, on a file that the system keeps in memory: a query has no round trip, and is executed by the thread that awaits it.",
            (_, true) =>
                "A private PostgreSQL on the same machine, over a Unix socket, everything in its memory: what a network and a disk add is not in it.",
            _ => $"The PostgreSQL that {Variable} names.",
        } + " The full data: 31,465 orders with 121,317 details.";

    /// <summary>What is not measured where SQLite is; null for nothing.</summary>
    public static LeftOut? Missing =>
        Provider == Provider.Postgres
            ? null
            : new LeftOut(
                $"{typeof(SalesDatabase).Namespace}.*Database: {Provider.Postgres}*",
                $"Not measured: PostgreSQL. SQLite takes its place: {PostgresCluster.UnsupportedReason ?? $"{Variable} names a file of it."}"
            );

    /// <summary>Whether the benchmarks of a class run against it.</summary>
    public static bool IsUsedBy(Type benchmark) => benchmark.Namespace == typeof(SalesDatabase).Namespace;

    /// <summary>The processes that BenchmarkDotNet starts share the database of this one, and need not fill their own.</summary>
    public static void ShareWithChildren()
    {
        var shared = ConnectionString;
        if (Provider == Provider.Sqlite)
        {
            // Fills it: the processes that measure only read.
            new SalesApp(Provider.Sqlite).Dispose();
            shared += ";Mode=ReadOnly";
        }

        Environment.SetEnvironmentVariable(Variable, shared);
    }

    internal static Provider ProviderOf(string connectionString) =>
        connectionString.Contains(SqliteKeyword, StringComparison.OrdinalIgnoreCase) ? Provider.Sqlite : Provider.Postgres;

    private static string? Named => Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } named ? named : null;

    private static TemporaryDatabase MakeFile()
    {
        var file = new TemporaryDatabase();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => file.Dispose();
        // A signal ends a process without ProcessExit. It is not cancelled: the process ends of it, after this.
        foreach (var signal in new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP, PosixSignal.SIGQUIT })
            Signals.Add(PosixSignalRegistration.Create(signal, _ => file.Dispose()));
        return file;
    }
}

/// <summary>
/// The database as a parameter, which has one value: figures of two databases have different names, and are never taken for the same.
/// </summary>
internal sealed class MeasuredDatabaseAttribute : ParamsAttribute
{
    /// <summary>The last parameter of its class.</summary>
    public MeasuredDatabaseAttribute()
        : base(SalesDatabase.Provider) => Priority = 1;
}
