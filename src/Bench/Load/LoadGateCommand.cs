using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Text;
using Bench.Comparison;
using Bench.Results;
using Bench.Runner;

namespace Bench.Load;

/// <summary><c>bench load gate</c>: a web application before and after a change, under interleaved load.</summary>
internal static class LoadGateCommand
{
    private const string Help = """
        Checks a web application of the work tree against that of a commit: builds both, and loads both interleaved.

        In each round both are new processes, warmed up until the compiler is done; wrk and h2load then load them alternately in slices of
        seconds. Compared are the time of a request at full speed, and at an equal pace its p50, its p99 and the processor time and bytes that
        it takes. What is clear after two thirds of --rounds ends there. What is Inconclusive after all, or Regressed and not significant
        enough to fail, is measured for as many again, unless the check has failed.
        Where both are proven to be the same program, nothing is loaded.
        Exit codes as of gate: 0; 1 a regression; 3 too many measures inconclusive; 2 wrong usage, a missing program, a side that does not
        build, start or answer; 130 interrupted, whole rounds are kept.
        """;

    private static readonly Option<string?> Sample = new("--project", "--sample")
    {
        HelpName = "PROJECT",
        Description = "The web application: a project file, or the name of a folder below samples/. Default: that of the config's load.",
    };
    private static readonly Option<string?> Framework = new("--framework")
    {
        HelpName = "TFM",
        Description = "The target framework, for applications with several. Default: that of the config's load, or the newest that both builds have.",
    };
    private static readonly Option<string?> Endpoint = new("--endpoint")
    {
        HelpName = "NAME",
        Description = "Which entry of the config's load. Default: the only one; with --project none.",
    };
    private static readonly Option<string?> PathOption = new("--path")
    {
        HelpName = "PATH",
        Description = "What is asked for. Default: /.",
    };
    private static readonly Option<string?> Method = new("--method")
    {
        HelpName = "METHOD",
        Description = "How it is asked for, for instance PUT. Default: GET, with --body POST.",
    };
    private static readonly Option<string?> Body = new("--body")
    {
        HelpName = "TEXT",
        Description = "The body of every request, or @FILE. It is JSON unless a --header Content-Type says otherwise.",
    };
    private static readonly Option<int?> ExpectStatus = new("--expect-status")
    {
        HelpName = "STATUS",
        Description = "The status of a good answer, from 200 to 399; at full speed any below 400 is one. Default: any 2xx.",
    };
    private static readonly Option<string?> ExpectBody = new("--expect-body")
    {
        HelpName = "TEXT",
        Description = "What the body of an answer must contain; each process is asked before the load and after each round.",
    };
    private static readonly Option<string[]> Headers = JudgingOptions.Several(
        "--header",
        "NAME: VALUE",
        "A header of every request, for instance 'Authorization: Bearer abc'. What is called so, or a cookie, key, token, password or secret, is hidden in the files of the run."
    );
    private static readonly Option<int?> Connections = new("--connections")
    {
        HelpName = "N",
        Description = "Concurrent connections. Default: 64.",
    };
    private static readonly Option<int> Rounds = new("--rounds")
    {
        HelpName = "N",
        Description = "Rounds, each with new processes: two thirds where all is clear, twice as many where it is not. Default: 9.",
        DefaultValueFactory = _ => 9,
    };
    private static readonly Option<TimeSpan?> Duration = JudgingOptions.Quantity(
        "--duration",
        "TIME",
        "How long each side is loaded in each round, at full speed and paced. Default: 6s.",
        Quantities.Duration
    );
    private static readonly Option<TimeSpan?> WarmUp = JudgingOptions.Quantity(
        "--warmup",
        "TIME",
        "How long each process is loaded at least before the first figure; less than 5s does not wait for the compiler. Default: 10s.",
        Quantities.Duration
    );
    private static readonly Option<TimeSpan?> StartTimeout = JudgingOptions.Quantity(
        "--start-timeout",
        "TIME",
        "How long a server may take until it is ready. Default: 60s.",
        Quantities.Duration
    );
    private static readonly Option<string?> Start = new("--start")
    {
        HelpName = "COMMAND",
        Description =
            "How the application is started, for instance 'dotnet Shop.dll --bind {url}': in {folder}, where it was published, and to listen on {url} or {port}. A script ends in exec. Default: the published program with --urls.",
    };
    private static readonly Option<string?> ReadyPath = new("--ready-path")
    {
        HelpName = "PATH",
        Description = "What the application answers with 2xx once it is ready. Default: it is ready when it listens.",
    };
    private static readonly Option<bool> Pin = new("--pin")
    {
        Description =
            "Servers and generator on different cores, half for each: for requests of microseconds, and not where threads, locks or the collector are what changed.",
    };
    private static readonly Option<bool> Postgres = new("--postgres")
    {
        Description = "Starts a private PostgreSQL for both, for the samples of this suite, where ConnectionStrings__AdventureWorks names none.",
    };
    private static readonly Option<string[]> Variables = JudgingOptions.Several(
        "--env",
        "NAME=VALUE",
        "An environment variable for both servers; connection strings, and what is called as for --header, are hidden in the files of the run."
    );
    private static readonly Option<bool> MeasureSameCode = new("--measure-same-code")
    {
        Description = "Loads both also where they are proven to be the same program: what differs then is by chance.",
    };
    private static readonly Argument<string[]> Switches = new("SWITCHES")
    {
        Description = "After --: arguments for both servers; {url} and {port} in them, or in --env, say where each is to listen.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    /// <summary>The options that say what a key of a matrix does.</summary>
    private static readonly Dictionary<string, Option> OptionsOfKeys = new(StringComparer.Ordinal)
    {
        ["path"] = PathOption,
        ["method"] = Method,
        ["headers"] = Headers,
        ["expectStatus"] = ExpectStatus,
        ["connections"] = Connections,
        ["rounds"] = Rounds,
        ["durationSeconds"] = Duration,
        ["warmUpSeconds"] = WarmUp,
        ["start"] = Start,
        ["readyPath"] = ReadyPath,
        ["startSeconds"] = StartTimeout,
    };

    public static Command Create()
    {
        var command = new Command("gate", Help)
        {
            BaselineOptions.Baseline,
            BaselineOptions.Exact,
            Sample,
            Framework,
            Endpoint,
            PathOption,
            Method,
            Headers,
            Body,
            ExpectStatus,
            ExpectBody,
            Connections,
            Rounds,
            Duration,
            WarmUp,
            Start,
            ReadyPath,
            StartTimeout,
            Pin,
            Postgres,
            Variables,
            MeasureSameCode,
            LoadOptions.Name,
            LoadOptions.Folder,
            JudgingOptions.Config,
            JudgingOptions.Margin,
            JudgingOptions.MaxInconclusive,
            Switches,
        };
        foreach (var option in ReportOptions.All)
            command.Add(option);
        command.Measures(arguments => arguments, Gate);
        return command;
    }

    private static int Gate(ParseResult arguments, Context context)
    {
        var cancellationToken = context.Cancellation;
        LoadOptions.EnsureBehindDashes(arguments, Switches);
        Tool.Wrk.EnsureInstalled();
        Tool.H2Load.EnsureInstalled();
        var here = context.Folder;
        var repository = Repository.Find(here, cancellationToken);
        var baseline = BaselineChoice.From(arguments).Resolve(repository);
        var (config, proposed) = JudgingChoices.From(arguments).NamesConfig
            ? (null, null)
            : (repository.Text(baseline.Commit, Settings.FileName), Settings.ReadOwnText(here));
        var settings = JudgingChoices.From(arguments).SettingsOfCheck(context, config, proposed);
        var endpoint = EndpointFrom(arguments, settings);
        LoadSteps.EnsureReachable(
            ConnectionsFrom(arguments, endpoint),
            arguments.GetValue(Connections) is null && endpoint.Name is { } entry ? $"load '{entry}'" : "--connections"
        );
        var project = arguments.GetValue(Sample) is { } sample
            ? LoadSteps.ProjectOf(sample, "--project", here)
            : LoadSteps.ProjectOf(
                Path.Combine(
                    repository.Root,
                    settings.ProjectWhere(endpoint, path => File.Exists(Path.Combine(repository.Root, path)))!
                ),
                $"load '{endpoint.Name}': project",
                here
            );
        var path = repository.PathOf(project);
        var pathBefore = arguments.GetValue(Sample) is null ? endpoint.Project! : path;
        var plan = PlanFrom(
            context,
            arguments,
            endpoint,
            path.Replace('\\', '/'),
            LoadOptions.NameFrom(
                arguments,
                LoadEndpoint.GateOf(endpoint.Name ?? Path.GetFileNameWithoutExtension(path)),
                endpoint.Name is { } own ? $"load '{own}'" : null
            ),
            $"{baseline.Reference} ({baseline.Commit[..12]})",
            $"the work tree ({repository.DescribeWorkTree()})"
        );
        var folder = arguments.GetValue(LoadOptions.Folder)!;
        CheckFolder.EnsureWritable(context, folder);
        ReportChoices.From(arguments).EnsureWritable(context);
        repository.EnsureCleanSubmodules();
        using var workspace = new Workspace(repository);
        var checkout = workspace.Checkout(baseline.Commit);
        var before = Path.Combine(checkout, pathBefore);
        if (!File.Exists(before))
            throw new UsageException(
                $"the baseline has no project {pathBefore}: where it is new or has moved, merge that without a check."
            );
        var frameworks = FrameworksOf(before, project, arguments.GetValue(Framework) ?? endpoint.Framework, context);
        var progress = context.Progress();
        using var cluster = arguments.GetValue(Postgres) ? MatrixMeasurement.PrivateServer(context) : null;
        var matrix = plan with
        {
            Arms =
            [
                plan.Arms[0] with { Project = before, Framework = frameworks.Baseline },
                plan.Arms[1] with { Project = project, Framework = frameworks.Candidate },
            ],
        };
        var run = new MatrixRun(
            [matrix],
            MatrixMeasurement.VariablesOf(cluster),
            workspace.Folder,
            step => progress.Step(LoadSteps.Text(step))
        );
        var level = run.Levels[0];
        var planned = new MatrixResult(matrix, LoadSteps.ThisMachine(), LoadSteps.Generators(), null, [], null)
        {
            Check = new CheckInfo(
                matrix.Arms[0].Name,
                matrix.Arms[1].Name,
                BaselineConfig: config,
                CandidateConfig: proposed,
                Options: JudgingChoices.From(arguments).OptionsOf(context)
            ),
        };
        LoadSteps.DeleteEarlier(context.FullPath(folder), matrix.Name);
        var hasSameCode = false;
        string? unanswered = null;
        var deliveries = new Deliveries(context);
        var partial = LoadSteps.Try(Measure, () => level.Rounds > 0);
        var result = Result(partial);
        var comparison = result.CompareMeasures(settings);
        var outcome = partial is null
            ? LoadVerdict.Create(result, comparison, JudgingChoices.From(arguments).Strictness(settings))
            : new Outcome(cancellationToken.IsCancellationRequested ? ExitCode.Interrupted : ExitCode.Usage, partial);
        progress.Clear();
        var page = LoadReport.Render(result, settings, comparison, outcome);
        var isKept = deliveries.Try(() => Keep(result));
        if (partial is not null)
            context.Screen.Complain($"{partial}{(partial.EndsWith('.') ? "" : ".")} Whole rounds that are kept: {(isKept ? level.Rounds : 0)}.");
        ReportChoices.From(arguments).Write(context, deliveries, comparison, outcome, () => page);
        deliveries.File(Path.Combine(folder, matrix.Name + ".md"), page);
        return deliveries.ExitCode(outcome);

        void Measure()
        {
            try
            {
                MeasureBoth();
            }
            // The page, which says which entry counted, is none.
            catch (LoadException e) when (level.Rounds == 0 && LoadGateNotices.OfEntry(settings, endpoint) is { } notice)
            {
                throw new LoadException($"{e.Message} ({notice})");
            }
        }

        void MeasureBoth()
        {
            var programs = run.Publish(cancellationToken);
            if (LoadGateNotices.OfIgnoredFiles(repository, project, programs) is { } notice)
            {
                context.Screen.Complain($"{notice}.");
                settings = settings with { Notices = [.. settings.Notices, notice] };
            }

            if (!arguments.GetValue(MeasureSameCode) && IsSameProgram(programs, [checkout, repository.Root]))
            {
                hasSameCode = true;
                return;
            }

            try
            {
                foreach (var look in LoadLook.Of(matrix.Rounds))
                {
                    // What can't be written now is tried again at the end, when the verdict is known.
                    run.Measure(
                        look.Rounds,
                        () =>
                        {
                            if (level.Rounds == 1 && LoadGateNotices.OfSlowSlices(matrix, level.Pace) is { } slow)
                                context.Screen.Complain(slow);
                            TryKeep(Result(Verb.WasInterrupted));
                        },
                        cancellationToken
                    );
                    var measured = Result(null);
                    if (look.Ends(measured, measured.CompareMeasures(settings), JudgingChoices.From(arguments).Strictness(settings)))
                        break;
                }
            }
            // The baseline has answered the same generator, and answers now.
            catch (UnansweredException e) when (e.Arm.Name == matrix.Arms[1].Name)
            {
                unanswered = e.Message;
            }
        }

        void Keep(MatrixResult kept) => LoadSteps.Keep(context, Path.Combine(folder, matrix.Name + ".json"), kept.ToJson(kept.Measures()));

        void TryKeep(MatrixResult kept)
        {
            try
            {
                Keep(kept);
            }
            catch (UsageException e)
            {
                context.Screen.Complain($"{e.Message} It goes on.");
            }
        }

        MatrixResult Result(string? why) =>
            planned with
            {
                Pace = level.Pace,
                Arms = level.Arms,
                Partial = why,
                HasSameCode = hasSameCode ? true : null,
                Unanswered = unanswered,
                Check = planned.Check! with { ShareOfOthers = hasSameCode ? null : run.ShareOfOthers },
            };
    }

    // A published program stands alone: it runs in its own folder, and reads no sources.
    private static bool IsSameProgram(IReadOnlyList<string> programs, string[] roots)
    {
        BuildOutput[] outputs = [.. programs.Zip(roots, (program, root) => new BuildOutput(Path.GetDirectoryName(program)!, root))];
        return BuildComparison.Create(outputs[0], outputs[1], []).IsSame;
    }

    // Where there is no choice none is made: a property of the build may say the framework.
    private static (string? Baseline, string? Candidate) FrameworksOf(
        string baseline,
        string candidate,
        string? asked,
        Context context
    )
    {
        var before = context.Builder.EvaluateOne(baseline, "the baseline", context.Cancellation);
        var after = context.Builder.EvaluateOne(candidate, "the candidate", context.Cancellation);
        return asked is null && before.Frameworks.Count == 1 && after.Frameworks.Count == 1
            ? (null, null)
            : EvaluatedProject.ChooseFrameworks(before, after, asked);
    }

    // What the options name goes before what the entry says.
    private static LoadEndpoint EndpointFrom(ParseResult arguments, Settings settings)
    {
        var known = string.Join(", ", settings.Load.Select(endpoint => endpoint.Name));
        if (arguments.GetValue(Endpoint) is { } name)
            return settings.Load.FirstOrDefault(endpoint => endpoint.Name == name)
                ?? throw new UsageException(
                    $"--endpoint: {Settings.FileName} has no load '{name}'{(known.Length == 0 ? "" : $", but {known}")}."
                );
        if (arguments.GetValue(Sample) is not null)
            return new LoadEndpoint();
        return settings.Load switch
        {
            [var only] => only,
            [] => throw new UsageException($"name the web application: --project, or load in {Settings.FileName}."),
            _ => throw new UsageException($"--endpoint: {Settings.FileName} has several: {known}."),
        };
    }

    private static int ConnectionsFrom(ParseResult arguments, LoadEndpoint endpoint) =>
        arguments.GetValue(Connections) ?? endpoint.Connections ?? new LoadMatrix().Connections;

    // All but where the builds of both are.
    private static LoadMatrix PlanFrom(
        Context context,
        ParseResult arguments,
        LoadEndpoint endpoint,
        string path,
        string name,
        string baseline,
        string candidate
    )
    {
        var variables = Runner.Variables.Of(
            MeasurementChoices.CheckVariables(arguments.GetValue(Variables) ?? []),
            endpoint.Environment
        );
        string[] switches = [.. endpoint.Arguments ?? [], .. arguments.GetValue(Switches) ?? []];
        var usual = new LoadMatrix();
        var body = arguments.GetValue(Body) is { } text ? BodyFrom(text, context) : endpoint.Body;
        var matrix = new LoadMatrix
        {
            Name = name,
            Sample = path,
            Path = arguments.GetValue(PathOption) ?? endpoint.Path ?? usual.Path,
            Method = arguments.GetValue(Method) ?? endpoint.Method ?? (body is null ? usual.Method : "POST"),
            Headers = HeadersFrom(arguments, endpoint),
            Body = body,
            ExpectStatus = arguments.GetValue(ExpectStatus) ?? endpoint.ExpectStatus,
            ExpectBody = arguments.GetValue(ExpectBody) ?? endpoint.ExpectBody,
            Connections = ConnectionsFrom(arguments, endpoint),
            Rounds = arguments.GetValue(Rounds),
            DurationSeconds = arguments.GetValue(Duration)?.TotalSeconds ?? usual.DurationSeconds,
            WarmUpSeconds = (arguments.GetValue(WarmUp) ?? TimeSpan.FromSeconds(10)).TotalSeconds,
            Start = arguments.GetValue(Start) is { } start ? [.. CommandLineParser.SplitCommandLine(start)] : endpoint.Start ?? usual.Start,
            ReadyPath = arguments.GetValue(ReadyPath) ?? endpoint.ReadyPath,
            StartSeconds = arguments.GetValue(StartTimeout)?.TotalSeconds ?? endpoint.StartSeconds ?? usual.StartSeconds,
            SliceSeconds = usual.SliceSeconds,
            Pin = arguments.GetValue(Pin) || endpoint.Pin == true,
            Postgres = arguments.GetValue(Postgres),
            Arms = [Arm(baseline), Arm(candidate)],
        };
        return matrix.Mistake() is { } mistake ? throw new UsageException($"{Whose(mistake)}{mistake}") : matrix;

        // What an option says is no mistake of the entry.
        string Whose(string mistake) =>
            OptionsOfKeys.TryGetValue(mistake.Split(' ')[0], out var option) && arguments.GetResult(option) is { Implicit: false }
                ? $"{option.Name}: "
            : endpoint.Name is { } entry ? $"load '{entry}': "
            : "";

        LoadArm Arm(string side) =>
            new()
            {
                Name = side,
                Switches = switches,
                Environment = variables,
            };
    }

    private static string BodyFrom(string text, Context context)
    {
        if (!text.StartsWith('@'))
            return text;
        try
        {
            // What is no text would be sent as something else.
            return new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true)
                .GetString(File.ReadAllBytes(context.FullPath(text[1..])))
                .TrimStart('\ufeff');
        }
        catch (DecoderFallbackException)
        {
            throw new UsageException($"--body: {text[1..]} is no text in UTF-8: a body is text.");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UsageException($"--body: {text[1..]} can't be read: {e.Message}");
        }
    }

    private static Dictionary<string, string> HeadersFrom(ParseResult arguments, LoadEndpoint endpoint)
    {
        var headers = new Dictionary<string, string>(
            endpoint.Headers ?? new Dictionary<string, string>(),
            StringComparer.OrdinalIgnoreCase
        );
        foreach (var header in arguments.GetValue(Headers) ?? [])
        {
            if (header.Split(':', 2) is not [var name, var value])
                throw new UsageException($"--header: invalid header '{header}': expected 'NAME: VALUE'.");
            headers[name.Trim()] = value.Trim();
        }

        return headers;
    }
}
