using Bench.PrivatePostgres;

namespace Bench.Eng;

/// <summary>
/// One private PostgreSQL for all processes that are started meanwhile: none fills its own, as in a run of the suite.
/// </summary>
internal sealed class SharedDatabase : IDisposable
{
    private const string Variable = "ConnectionStrings__AdventureWorks";

    private readonly PostgresCluster? cluster = PostgresCluster.UnsupportedReason is null ? PostgresCluster.Start() : null;

    public SharedDatabase()
    {
        if (cluster is not null)
            Environment.SetEnvironmentVariable(Variable, cluster.ConnectionString("adventureworks"));
    }

    public void Dispose()
    {
        Environment.SetEnvironmentVariable(Variable, null);
        cluster?.Dispose();
    }
}
