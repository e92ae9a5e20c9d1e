using Bench.PrivatePostgres;

namespace Lab.Trials;

/// <summary>
/// One private PostgreSQL for all processes that are started during its life, so that none fills its own. If the environment names
/// a server, that server is used instead.
/// </summary>
internal sealed class SharedDatabase : IDisposable
{
    private const string Variable = "ConnectionStrings__AdventureWorks";

    private readonly PostgresCluster? cluster =
        Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } || PostgresCluster.UnsupportedReason is not null
            ? null
            : PostgresCluster.Start();

    public SharedDatabase()
    {
        if (cluster is not null)
            Environment.SetEnvironmentVariable(Variable, cluster.ConnectionString("adventureworks"));
    }

    public void Dispose()
    {
        if (cluster is null)
            return;
        Environment.SetEnvironmentVariable(Variable, null);
        cluster.Dispose();
    }
}
