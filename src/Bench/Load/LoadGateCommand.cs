using System.CommandLine;
using System.Globalization;
using Bench.Comparison;
using Bench.Runner;
using Bench.Statistics;

namespace Bench.Load;

/// <summary><c>bench load gate</c>: a web application before and after a change, under interleaved load.</summary>
internal static class LoadGateCommand
{
    private const string Help = """
        Checks a web application of the work tree against that of a commit: builds both, and loads both interleaved.

        In each round both are new processes, warmed up until the compiler is done; wrk and h2load then load them alternately in slices of
        seconds. Compared are the time of a request at full speed, and at an equal pace its p50, its p99 and the processor time and bytes that
        it takes. What is Inconclusive after --rounds is measured for as many again.
        Exit codes as of gate: 0; 1 a regression; 3 too many measures inconclusive; 2 wrong usage, a missing program, a side that does not
        build, start or answer; 130 interrupted, whole rounds are kept.
        """;

    private static readonly Option<string> Sample = new("--project", "--sample")
    {
        HelpName = "PROJECT",
        Description = "The web application: a project file, or the name of a folder below samples/.",
        Required = true,
    };
    private static readonly Option<string> PathOption = new("--path")
    {
        HelpName = "PATH",
        Description = "What is asked for. Default: /.",
        DefaultValueFactory = _ => "/",
    };
    private static readonly Option<string[]> Headers = JudgingOptions.Several(
        "--header",
        "NAME: VALUE",
        "A header of every request, for instance 'Authorization: Bearer abc'."
    );
    private static readonly Option<int> Connections = new("--connections")
    {
        HelpName = "N",
        Description = "Concurrent connections. Default: 64.",
        DefaultValueFactory = _ => new LoadMatrix().Connections,
    };
    private static readonly Option<int> Rounds = new("--rounds")
    {
        HelpName = "N",
        Description = "Rounds, each with new processes. Default: 6.",
        DefaultValueFactory = _ => 6,
    };
    private static readonly Option<TimeSpan?> Duration = JudgingOptions.Quantity(
        "--duration",
        "TIME",
        "How long each side is loaded in each round, at full speed and paced. Default: 12s.",
        Quantities.Duration
    );
    private static readonly Option<TimeSpan?> WarmUp = JudgingOptions.Quantity(
        "--warmup",
        "TIME",
        "How long each process is loaded at least before the first figure. Default: 10s.",
        Quantities.Duration
    );
    private static readonly Option<bool> Pin = new("--pin")
    {
        Description = "Servers and generator on different cores, half for each: not where threads or the collector are what changed.",
    };
    private static readonly Option<bool> Postgres = new("--postgres")
    {
        Description = "Starts a private PostgreSQL for both, where ConnectionStrings__AdventureWorks names none.",
    };
    private static readonly Option<string[]> Variables = JudgingOptions.Several(
        "--env",
        "NAME=VALUE",
        "An environment variable for both servers."
    );
    private static readonly Argument<string[]> Switches = new("SWITCHES")
    {
        Description = "After --: arguments for both servers.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    public static Command Create()
    {
        var command = new Command("gate", Help)
        {
            BaselineOptions.Baseline,
            BaselineOptions.Exact,
            Sample,
            PathOption,
            Headers,
            Connections,
            Rounds,
            Duration,
            WarmUp,
            Pin,
            Postgres,
            Variables,
            LoadOptions.Name,
            LoadOptions.Folder,
            JudgingOptions.Config,
            JudgingOptions.Margin,
            JudgingOptions.MaxInconclusive,
            Switches,
        };
        command.SetAction(arguments => Verb.Run(cancellationToken => Gate(arguments, cancellationToken)));
        return command;
    }

    private static int Gate(ParseResult arguments, CancellationToken cancellationToken)
    {
        Tool.Wrk.EnsureInstalled();
        Tool.H2Load.EnsureInstalled();
        var here = Directory.GetCurrentDirectory();
        var repository = Repository.Find(here, cancellationToken);
        var baseline = BaselineOptions.Resolve(arguments, repository);
        var settings = JudgingOptions.NamesConfig(arguments)
            ? JudgingOptions.SettingsOfCheck(arguments, null, null)
            : JudgingOptions.SettingsOfCheck(arguments, repository.Text(baseline.Commit, Settings.FileName), Settings.ReadOwnText(here));
        var project = LoadSteps.ProjectOf(arguments.GetValue(Sample)!);
        var path = Path.GetRelativePath(repository.Root, project);
        if (path.StartsWith("..", StringComparison.Ordinal))
            throw new UsageException($"--project: {project} is not in this repository.");
        var folder = arguments.GetValue(LoadOptions.Folder)!;
        CheckFolder.EnsureWritable(folder);
        repository.EnsureCleanSubmodules();
        using var workspace = new Workspace(repository);
        var before = Path.Combine(workspace.Checkout(baseline.Commit), path);
        if (!File.Exists(before))
            throw new UsageException($"the baseline has no project {path}.");
        var progress = new ProgressLine();
        using var cluster = arguments.GetValue(Postgres) ? MatrixMeasurement.PrivateServer() : null;
        var matrix = MatrixFrom(
            arguments,
            path.Replace('\\', '/'),
            LoadOptions.NameFrom(arguments, $"{Path.GetFileNameWithoutExtension(path)}-gate"),
            ($"{baseline.Reference} ({baseline.Commit[..12]})", before),
            ($"the work tree ({repository.DescribeWorkTree()})", project)
        );
        var run = new MatrixRun(
            matrix,
            project,
            MatrixMeasurement.VariablesOf(cluster),
            workspace.Folder,
            step => progress.Step(LoadSteps.Text(step))
        );
        var planned = new MatrixResult(matrix, LoadSteps.ThisMachine(), LoadSteps.Generators(), null, [], null);
        var partial = LoadSteps.Try(Measure, () => run.Arms[0].Rounds.Count > 0);
        var result = Keep(partial);
        var comparison = result.CompareMeasures(settings);
        var outcome = partial is null
            ? LoadVerdict.Create(comparison, JudgingOptions.StrictnessFrom(arguments, settings))
            : new Outcome(cancellationToken.IsCancellationRequested ? ExitCode.Interrupted : ExitCode.Usage, partial);
        var page = LoadReport.Render(result, settings, comparison, outcome);
        Screen.Write(page);
        var deliveries = new Deliveries();
        deliveries.File(Path.Combine(folder, matrix.Name + ".md"), page);
        return deliveries.ExitCode(outcome);

        void Measure()
        {
            run.Measure(matrix.Rounds, () => Keep(Verb.WasInterrupted), cancellationToken);
            // Another look doubles the risk of a wrong failure at most: it is 0.5 % for each measure.
            if (Keep(null).CompareMeasures(settings).Benchmarks.Any(benchmark => benchmark.Time?.Verdict == Verdict.Inconclusive))
                run.Measure(2 * matrix.Rounds, () => Keep(Verb.WasInterrupted), cancellationToken);
        }

        MatrixResult Keep(string? why)
        {
            var kept = planned with { Pace = run.Pace, Arms = run.Arms, Partial = why };
            LoadSteps.Keep(Path.Combine(folder, matrix.Name + ".json"), kept.ToJson(kept.Measures()));
            return kept;
        }
    }

    private static LoadMatrix MatrixFrom(
        ParseResult arguments,
        string path,
        string name,
        (string Name, string Project) baseline,
        (string Name, string Project) candidate
    )
    {
        var variables = MeasurementOptions
            .CheckVariables(arguments.GetValue(Variables) ?? [])
            .Select(variable => variable.Split('=', 2))
            .GroupBy(parts => parts[0], StringComparer.Ordinal)
            .ToDictionary(parts => parts.Key, parts => parts.Last()[1]);
        string[] switches = arguments.GetValue(Switches) ?? [];
        var usual = new LoadMatrix();
        var matrix = new LoadMatrix
        {
            Name = name,
            Sample = path,
            Path = arguments.GetValue(PathOption)!,
            Headers = HeadersFrom(arguments),
            Connections = arguments.GetValue(Connections),
            Rounds = arguments.GetValue(Rounds),
            DurationSeconds = (arguments.GetValue(Duration) ?? TimeSpan.FromSeconds(12)).TotalSeconds,
            WarmUpSeconds = (arguments.GetValue(WarmUp) ?? TimeSpan.FromSeconds(10)).TotalSeconds,
            SliceSeconds = usual.SliceSeconds,
            Pin = arguments.GetValue(Pin),
            Postgres = arguments.GetValue(Postgres),
            Arms = [Arm(baseline), Arm(candidate)],
        };
        return matrix.Mistake() is { } mistake ? throw new UsageException(mistake) : matrix;

        LoadArm Arm((string Name, string Project) side) =>
            new()
            {
                Name = side.Name,
                Project = side.Project,
                Switches = switches,
                Environment = variables,
            };
    }

    private static Dictionary<string, string> HeadersFrom(ParseResult arguments)
    {
        var headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var header in arguments.GetValue(Headers) ?? [])
        {
            if (header.Split(':', 2) is not [var name, var value])
                throw new UsageException($"--header: invalid header '{header}': expected 'NAME: VALUE'.");
            headers[name.Trim()] = value.Trim();
        }

        return headers;
    }
}
