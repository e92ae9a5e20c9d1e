using Bench.Load;

namespace Lab.Trials;

/// <summary>
/// One private PostgreSQL for all processes that are started during its life, so that none fills its own. If the environment names
/// a server, that server is used instead.
/// </summary>
internal static class SharedDatabase
{
    /// <returns>The server, to be disposed of; null where there is none of its own.</returns>
    public static IDisposable? Start(Context context)
    {
        try
        {
            var cluster = MatrixMeasurement.PrivateServer(context);
            foreach (var variable in MatrixMeasurement.VariablesOf(cluster))
            {
                var parts = variable.Split('=', 2);
                Environment.SetEnvironmentVariable(parts[0], parts[1]);
            }

            return cluster;
        }
        catch (UsageException)
        {
            // Without PostgreSQL the suite measures with SQLite.
            return null;
        }
    }
}
