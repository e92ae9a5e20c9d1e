using System.CommandLine;
using Bench.Comparison;
using Bench.Gate;
using Bench.Runner;

namespace Bench.Affected;

/// <summary><c>bench affected</c>: which benchmarks a check would measure, and why; nothing is measured.</summary>
internal static class AffectedCommand
{
    private const string Text = "text";
    private const string Json = "json";
    private const string Matrix = "matrix";

    private static readonly TimeSpan MaxProofOfMatrix = TimeSpan.FromMinutes(10);

    private static readonly Option<string> Format = new("--format")
    {
        HelpName = $"{Text}|{Json}|{Matrix}",
        Description = $"What goes to standard output; {Matrix} is the shards and replicates alone, for a workflow. Default: {Text}.",
        DefaultValueFactory = _ => Text,
    };
    private static readonly Option<int> MaxShards = new("--max-shards")
    {
        HelpName = "N",
        Description = "Over how many machines a check may be divided: as many shards are told as there is work for. Default: 1.",
        DefaultValueFactory = _ => 1,
    };
    private static readonly Option<int> Replicates = new("--replicates")
    {
        HelpName = "N",
        Description = "How many machines measure each benchmark, for the matrix; one where nothing is to be measured. Default: 1.",
        DefaultValueFactory = _ => 1,
    };

    private const string Help = """
        Says which benchmarks run code that changed, and why, without measuring: builds both, runs each benchmark once and compares the code.

        Exit codes: 0; 2 wrong usage, no git, no such ref, a side that does not build, no such benchmark; 130 interrupted.
        """;

    public static Command Create()
    {
        var command = new Command("affected", Help)
        {
            BaselineOptions.Baseline,
            BaselineOptions.Exact,
            GateCommand.Filters,
            GateCommand.Categories,
            MeasurementOptions.Strict,
            Format,
            MaxShards,
            Replicates,
        };
        foreach (var option in MeasurementOptions.All.Append(JudgingOptions.Config))
            command.Add(option);
        command.Measures(arguments => arguments, Run, "found");
        return command;
    }

    private static int Run(ParseResult arguments, Context context)
    {
        var cancellationToken = context.Cancellation;
        var format = arguments.GetValue(Format);
        if (format is not (Text or Json or Matrix))
            throw new UsageException($"--format: invalid format '{format}': expected {Text}, {Json} or {Matrix}.");
        if (arguments.GetValue(MaxShards) is < 1 and var max)
            throw new UsageException($"--max-shards: invalid number {max}: expected 1 or more.");
        if (arguments.GetValue(Replicates) is < 1 and var replicates)
            throw new UsageException($"--replicates: invalid number {replicates}: expected 1 or more.");
        var progress = context.Progress();
        var repository = Repository.Find(context.Folder, cancellationToken);
        var baseline = BaselineChoice.From(arguments).Resolve(repository);
        var settings = JudgingChoices.From(arguments).SettingsOfCheck(context,
            repository.Text(baseline.Commit, Settings.FileName),
            Settings.ReadOwnText(context.Folder)
        );
        repository.EnsureCleanSubmodules();
        using var workspace = new Workspace(repository);
        var builds = TwoBuilds.Make(MeasurementChoices.From(arguments), settings, repository, workspace, baseline, context);
        var run = new GateRun(
            builds.Baseline,
            builds.Candidate,
            new GateSettings
            {
                Filter = MeasurementOptions.Filter(arguments.GetValue(GateCommand.Filters), arguments.GetValue(GateCommand.Categories)),
                // What is not proven by then is measured, in parts that wait for this.
                MaxProof = format == Matrix ? MaxProofOfMatrix : TimeSpan.MaxValue,
                BenchmarkTimeout = MeasurementChoices.From(arguments).BenchmarkTimeout,
            },
            progress.Show
        );
        run.Find(cancellationToken);
        if (run.Benchmarks.Count == 0)
            throw new UsageException($"{GateCommand.FilterText(arguments) ?? "the project"} has no benchmark of either build.");
        if (MeasurementChoices.From(arguments).UnmatchedWarning(run.FiltersWithoutBenchmarks, " of either build") is { } warning)
            progress.Step($"warning: {warning}");
        if (run.Unread is { } unread)
            progress.Step($"warning: Configuration: {unread}.");
        progress.Step($"Comparing the code of {run.Benchmarks.Count} benchmarks");
        run.ProveSameCode(builds.Compare(repository.FilesChangedSince(baseline.Commit)), cancellationToken);
        progress.Clear();
        var report = new AffectedReport(
            builds.BaselineName,
            builds.CandidateName,
            [.. run.Benchmarks.Select(AffectedBenchmark.Create)],
            ShardMatrix.Create(
                [.. run.Benchmarks.Where(benchmark => benchmark.IsOpen).Select(benchmark => benchmark.Id)],
                arguments.GetValue(MaxShards),
                arguments.GetValue(Replicates)
            )
        );
        context.Screen.Write(
            format switch
            {
                Json => report.ToJson(),
                Matrix => report.ToMatrix(),
                _ => report.ToText(),
            }
        );
        return 0;
    }
}
