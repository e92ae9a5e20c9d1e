using Bench.PrivatePostgres;
using Bench.Runner;

namespace Bench.Load;

/// <summary>Measures a matrix, with a private PostgreSQL where it needs one, and keeps its figures round by round.</summary>
internal static class MatrixMeasurement
{
    private const string Database = "ConnectionStrings__AdventureWorks";

    public static MatrixResult Run(
        LoadMatrix matrix,
        string folder,
        bool isResumed,
        ProgressLine progress,
        CancellationToken cancellationToken
    )
    {
        var project = LoadSteps.ProjectOf(matrix.Sample);
        Tool.Wrk.EnsureInstalled();
        Tool.H2Load.EnsureInstalled();
        using var workspace = new Workspace(null);
        using var cluster = matrix.Postgres ? PrivateServer() : null;
        var variables = VariablesOf(cluster);
        var file = Path.Combine(folder, matrix.Name + ".json");
        var planned = new MatrixResult(matrix, LoadSteps.ThisMachine(), LoadSteps.Generators(), null, [], null);
        var run = new MatrixRun(matrix, project, variables, workspace.Folder, step => progress.Step(LoadSteps.Text(step)));
        if (LoadSteps.Before(file, isResumed, () => MatrixResult.TryRead(file), before => before.Partial) is { } before)
            run.GoOnWith(before.IsOfTheSame(planned) ? before : throw LoadSteps.DifferentRun(file));

        return Keep(
            LoadSteps.Try(
                () => run.Measure(matrix.Rounds, () => Keep(Verb.WasInterrupted), cancellationToken),
                () => run.Arms[0].Rounds.Count > 0
            )
        );

        MatrixResult Keep(string? partial)
        {
            var result = planned with { Pace = run.Pace, Arms = run.Arms, Partial = partial };
            LoadSteps.Keep(file, result.ToJson());
            return result;
        }
    }

    /// <summary>A private PostgreSQL; null where the environment names one.</summary>
    public static PostgresCluster? PrivateServer()
    {
        if (!string.IsNullOrEmpty(Environment.GetEnvironmentVariable(Database)))
            return null;
        if (PostgresCluster.UnsupportedReason is { } reason)
            throw new UsageException(reason);
        try
        {
            return PostgresCluster.Start();
        }
        catch (InvalidOperationException e)
        {
            throw new UsageException(e.Message);
        }
    }

    public static string[] VariablesOf(PostgresCluster? cluster) =>
        cluster is null ? [] : [$"{Database}={cluster.ConnectionString("adventureworks")}"];
}
