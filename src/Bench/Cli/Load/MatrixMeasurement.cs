using Bench.Load;
using Bench.PrivatePostgres;
using Bench.Results;
using Bench.Runner;

namespace Bench.Cli.Load;

/// <summary>Measures a matrix, with a private PostgreSQL if it needs one, and writes its figures after each round.</summary>
internal static class MatrixMeasurement
{
    private const string Database = "ConnectionStrings__AdventureWorks";

    public static MatrixResult Run(LoadMatrix matrix, string folder, bool isResumed, ProgressLine progress, Context context) =>
        Run([matrix], folder, isResumed, progress, context)[0];

    /// <param name="levels">The same variants at several numbers of connections, each with its own name.</param>
    public static IReadOnlyList<MatrixResult> Run(
        IReadOnlyList<LoadMatrix> levels,
        string folder,
        bool isResumed,
        ProgressLine progress,
        Context context
    )
    {
        LoadVariant[] variants = [.. levels[0].Variants.Select(one => one with { Project = ProjectOf(one.Sample ?? levels[0].Sample) })];
        LoadSteps.EnsureGenerators(context);
        using var workspace = new Workspace(null);
        using var cluster = levels[0].Postgres ? PrivateServer(context) : null;
        LoadMatrix[] planned = [.. levels.Select(level => level with { Variants = variants })];
        var run = RunOf(planned, cluster, workspace.Folder, progress, context);
        var (machine, tools) = (RunEnvironment.OfThisMachine(), context.Load.Generators());
        var source = LoadSteps.SourceOf(variants.Select(variant => variant.Project), context.FullPath(folder), context.Cancellation);
        foreach (var level in run.Levels)
        {
            var file = FileOf(folder, level.Matrix);
            if (LoadSteps.Before(context, file, isResumed, MatrixResult.TryRead, before => before.Partial) is { } before)
                level.GoOnWith(MatrixResult.CanGoOn(before, ResultOf(level, null)) ? before : throw LoadSteps.DifferentRun(file));
        }

        var stopped = LoadSteps.Try(
            () => run.Measure(levels[0].Rounds, () => Keep(Verb.WasInterrupted), context.Cancellation),
            () => run.Levels.Any(level => level.Rounds > 0),
            LoadSecrets.Of(planned[0])
        );
        progress.Clear();
        return Keep(stopped);

        string ProjectOf(string sample) => LoadSteps.ProjectOf(sample, "sample", context.Folder);

        MatrixResult[] Keep(string? partial)
        {
            MatrixResult[] results = [.. run.Levels.Select(level => ResultOf(level, partial))];
            foreach (var (level, result) in run.Levels.Zip(results))
                LoadSteps.Keep(context, FileOf(folder, level.Matrix), result.ToJson());
            return results;
        }

        MatrixResult ResultOf(MatrixLevel level, string? partial) =>
            new MatrixResult(
                level.Matrix,
                machine,
                tools,
                level.Pace,
                level.Variants,
                partial,
                Source: source,
                Method: LoadMethod.Version,
                Shares: level.Shares
            ).WithoutSecrets();
    }

    /// <param name="folder">For published programs and the generators' files.</param>
    public static MatrixRun RunOf(
        IReadOnlyList<LoadMatrix> levels,
        PostgresCluster? cluster,
        string folder,
        ProgressLine progress,
        Context context
    ) =>
        new(levels, context.Load.Matrix(levels[0], VariablesOf(cluster), folder), step =>
            progress.Show(step.What, step.Left > TimeSpan.Zero ? step.Left : null)
        );

    public static string FileOf(string folder, LoadMatrix matrix) => Path.Combine(folder, matrix.Name + ".json");

    /// <summary>Null if the environment names a server.</summary>
    public static PostgresCluster? PrivateServer(Context context)
    {
        if (!string.IsNullOrEmpty(context.Variable(Database)))
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

    private static string[] VariablesOf(PostgresCluster? cluster) =>
        cluster is null ? [] : [$"{Database}={cluster.ConnectionString("adventureworks")}"];
}
