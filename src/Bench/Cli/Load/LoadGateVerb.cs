using Bench.Comparison;
using Bench.Load;
using Bench.Results;
using Bench.Runner;

namespace Bench.Cli.Load;

internal static class LoadGateVerb
{
    public static int Run(LoadGateOptions options, Context context)
    {
        LoadSteps.EnsureGenerators(context);
        var repository = Repository.Find(context.Folder, context.Cancellation);
        var baseline = options.Baseline.Resolve(repository);
        var (config, proposed) = options.Judging.NamesConfig
            ? (null, null)
            : (repository.Text(baseline.Commit, Settings.FileName), Settings.ReadOwnText(context.Folder));
        var settings = options.Judging.SettingsOfCheck(context, config, proposed);
        var endpoint = LoadGatePlan.EndpointOf(options, settings);
        LoadSteps.EnsureReachable(
            LoadGatePlan.ConnectionsOf(options, endpoint),
            LoadGatePlan.PlaceOfConnections(options, endpoint),
            context.Load.ConnectionLimits()
        );
        var project = ProjectOf(options, settings, endpoint, repository, context.Folder);
        var path = repository.PathOf(project);
        var plan = LoadGatePlan.MatrixOf(
            options,
            endpoint,
            path.Replace('\\', '/'),
            $"{baseline.Reference} ({baseline.Commit[..12]})",
            $"the work tree ({repository.DescribeWorkTree()})",
            context
        );
        CheckFolder.EnsureWritable(context, options.Folder);
        options.Report.EnsureWritable(context);
        repository.EnsureCleanSubmodules();
        using var workspace = new Workspace(repository);
        var checkout = workspace.Checkout(baseline.Commit);
        var before = ProjectInBaseline(checkout, options.Project is null ? endpoint.Project! : path);
        var matrix = plan with
        {
            Variants = VariantsOf(plan, before, project, options.Framework ?? endpoint.Framework, context.In(workspace)),
        };
        using var cluster = options.StartsPostgres ? MatrixMeasurement.PrivateServer(context) : null;
        var progress = context.Progress();
        var check = new LoadGateCheck(
            MatrixMeasurement.RunOf([matrix], cluster, workspace.Folder, progress, context),
            new MatrixResult(matrix, RunEnvironment.OfThisMachine(), context.Load.Generators(), null, [], null)
            {
                Check = new CheckInfo(
                    matrix.Variants[0].Name,
                    matrix.Variants[1].Name,
                    BaselineConfig: config,
                    CandidateConfig: proposed,
                    Options: options.Judging.OptionsOf(context)
                ),
            },
            settings,
            options,
            endpoint,
            new BuiltFrom(repository, project, checkout),
            context
        );
        LoadSteps.DeleteEarlier(context.FullPath(options.Folder), matrix.Name);
        var partial = LoadSteps.Try(check.Measure, () => check.Rounds > 0, LoadSecrets.Of(matrix));
        progress.Clear();
        return Report(check, partial, options, context);
    }

    private static int Report(LoadGateCheck check, string? partial, LoadGateOptions options, Context context)
    {
        var judged = check.Judge(partial);
        var outcome = partial is null
            ? LoadVerdict.Create(judged, options.Judging.Strictness(judged.Settings))
            : new Outcome(context.Cancellation.IsCancellationRequested ? ExitCode.Interrupted : ExitCode.Usage, partial);
        var page = GatePage.Render(judged, outcome);
        var writer = new ResultWriter(context);
        var isKept = writer.Try(() => check.Keep(judged.Result));
        if (partial is not null)
            context.Screen.Complain($"{partial}{(partial.EndsWith('.') ? "" : ".")} Complete rounds kept: {(isKept ? check.Rounds : 0)}.");
        writer.Result(Path.Combine(options.Folder, judged.Result.Matrix.Name + ".md"), page);
        options.Report.Write(context, writer, judged.Check, outcome, () => page);
        return writer.Finish(outcome);
    }

    private static string ProjectOf(
        LoadGateOptions options,
        Settings settings,
        LoadEndpoint endpoint,
        Repository repository,
        string here
    ) =>
        options.Project is { } named
            ? LoadSteps.ProjectOf(named, "--project", here)
            : LoadSteps.ProjectOf(
                Path.Combine(repository.Root, settings.ProjectWhere(endpoint, path => File.Exists(Path.Combine(repository.Root, path)))!),
                $"load '{endpoint.Name}': project",
                here
            );

    private static string ProjectInBaseline(string checkout, string path) =>
        Path.Combine(checkout, path) is var project && File.Exists(project)
            ? project
            : throw new UsageException(
                $"the baseline has no project {path}. If it is new or was moved, merge that change without a check."
            );

    private static LoadVariant[] VariantsOf(LoadMatrix plan, string baseline, string candidate, string? asked, Context context)
    {
        var before = context.Builder.EvaluateOne(baseline, "the baseline", context.Cancellation);
        var after = context.Builder.EvaluateOne(candidate, "the candidate", context.Cancellation);
        // With one framework each, leave the choice to the build: a property of the build may set it.
        (string? Baseline, string? Candidate) frameworks =
            asked is null && before.Frameworks.Count == 1 && after.Frameworks.Count == 1
                ? (null, null)
                : EvaluatedProject.ChooseFrameworks(before, after, asked);
        return
        [
            plan.Variants[0] with
            {
                Project = baseline,
                Framework = frameworks.Baseline,
            },
            plan.Variants[1] with
            {
                Project = candidate,
                Framework = frameworks.Candidate,
            },
        ];
    }
}
