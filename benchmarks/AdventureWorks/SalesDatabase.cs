using Bench.PrivatePostgres;

namespace Benchmarks.AdventureWorks;

/// <summary>The PostgreSQL that benchmarks of queries run against: the one that the environment names, or a private one.</summary>
internal static class SalesDatabase
{
    private const string Variable = "ConnectionStrings__AdventureWorks";

    private static readonly Lazy<PostgresCluster> Private = new(PostgresCluster.Start);

    /// <summary>Why there is none, in one line; null where there is.</summary>
    public static string? MissingLine =>
        Named is null && PostgresCluster.UnsupportedReason is { } reason
            ? $"Not measured: what needs a database. {char.ToUpperInvariant(reason[0])}{reason[1..]}"
            : null;

    /// <summary>Whether a class needs it.</summary>
    public static bool IsNeededBy(Type benchmark) => benchmark.IsDefined(typeof(NeedsPostgresAttribute), inherit: false);

    /// <summary>How to reach it. A private one is started at the first call, and ends with the process.</summary>
    public static string ConnectionString => Named ?? Private.Value.ConnectionString("adventureworks");

    /// <summary>The processes that BenchmarkDotNet starts share the database of this one, and need not fill their own.</summary>
    public static void ShareWithChildren() => Environment.SetEnvironmentVariable(Variable, ConnectionString);

    private static string? Named => Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } named ? named : null;
}

/// <summary>The benchmarks of the class need PostgreSQL.</summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class NeedsPostgresAttribute : Attribute;
