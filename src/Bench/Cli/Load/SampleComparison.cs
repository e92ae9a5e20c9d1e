using Bench.Comparison;
using Bench.Load;
using Bench.Runner;

namespace Bench.Cli.Load;

/// <summary><c>bench load sweep</c> with several samples: a matrix at each level, over the same servers.</summary>
internal static class SampleComparison
{
    public static SweepSettings Usual { get; } = new() { Levels = [8, 64, 256, 1000], Repeats = LoadMatrix.MinRounds };

    public static int Run(LoadSweepOptions options, SweepSettings settings, Context context)
    {
        if (settings.Repeats < LoadMatrix.MinRounds)
            throw new UsageException($"--repeats is too small to compare samples. Use {LoadMatrix.MinRounds} or more.");
        var judging = options.Judging.Settings(context);
        var environment = Variables.Of(options.Variables);
        var projects = options.Samples.Select(sample => LoadSteps.ProjectOf(sample, "--sample", context.Folder)).ToArray();
        LoadVariant[] variants = [.. options.Samples.Zip(projects, (sample, project) => new LoadVariant
                {
                    Name = Path.GetFileNameWithoutExtension(project),
                    Sample = sample,
                    Switches = options.Switches,
                    Environment = environment,
                })];
        if (
            variants.GroupBy(variant => variant.Name, StringComparer.Ordinal).FirstOrDefault(same => same.Count() > 1) is { Key: var twice }
        )
            throw new UsageException($"--sample: two samples have the name {twice}. Rename one of them.");
        var name = LoadOptions.NameOf(options.Name, string.Join('-', variants.Select(variant => variant.Name)));
        var levels = settings.Levels.Select(level => MatrixAt(name, level, options.Path, settings, variants)).ToArray();
        foreach (var level in levels)
        {
            if (level.Mistake() is { } mistake)
                throw new UsageException(mistake.ToString());
            LoadSteps.EnsureReachable(level.Connections, "--levels", context.Load.ConnectionLimits());
        }

        var folder = options.Folder;
        CheckFolder.EnsureWritable(context, folder);
        var results = MatrixMeasurement.Run(levels, folder, options.Resumes, context.Progress(), context);
        var sweep = new ComparedSweep(name, results);
        var page = ComparedSweepPage.Render(sweep, judging);
        context.Screen.Show(page);
        var writer = new ResultWriter(context);
        writer.Result(Path.Combine(folder, name + ".md"), page);
        foreach (var (i, runs) in variants.Select(sweep.RunOf).Chunk(LoadPicture.MaxSeries).Index())
        {
            var picture = i == 0 ? name : FormattableString.Invariant($"{name}-{i + 1}");
            if (runs.Any(LoadPicture.HasPoints))
                writer.Result(Path.Combine(folder, picture + ".svg"), LoadPicture.Render(name, runs, isFile: true, isPaced: true));
        }

        var partial = results[0].Partial;
        if (partial is not null)
            context.Screen.Complain(partial);
        return writer.Finish(
            partial is not null ? LoadSteps.ExitCodeOfPart(context)
            : sweep.IsAnyUnanswered ? ExitCode.Regressed
            : ExitCode.Passed
        );
    }

    private static LoadMatrix MatrixAt(string name, int connections, string path, SweepSettings settings, LoadVariant[] variants) =>
        new()
        {
            Name = ComparedSweep.NameOf(name, connections),
            Question = FormattableString.Invariant($"{connections} connections"),
            Path = path,
            Connections = connections,
            Rounds = settings.Repeats,
            DurationSeconds = settings.DurationSeconds,
            SliceSeconds = Math.Min(LoadMatrix.UsualSliceSeconds, settings.DurationSeconds),
            WarmUpSeconds = settings.WarmUpSeconds,
            Pin = settings.Pin,
            Variants = variants,
        };
}
