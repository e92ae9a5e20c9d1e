using System.CommandLine;
using Bench.Comparison;
using Bench.Hiding;
using Bench.Results;
using Bench.Runner;

namespace Bench.Cli;

/// <param name="Variables">Environment variables for the measured processes, NAME=VALUE.</param>
/// <param name="IsStrict">True if a filter that matches no benchmark is an error.</param>
internal sealed record MeasurementChoices(
    string? Project,
    string? Framework,
    TimeSpan BenchmarkTimeout,
    IReadOnlyList<string> Variables,
    bool IsStrict
)
{
    /// <summary>The target frameworks to compare; null to measure both builds on one.</summary>
    public (string Baseline, string Candidate)? Runtimes { get; private init; }

    /// <summary>Versions that replace those of the candidate.</summary>
    public IReadOnlyList<PackageVersion> Packages { get; private init; } = [];

    private static readonly TimeSpan DefaultTimeout = TimeSpan.FromMinutes(2);

    public static MeasurementChoices From(ParseResult arguments) =>
        new(
            arguments.GetValue(MeasurementOptions.Project),
            arguments.GetValue(MeasurementOptions.Framework),
            arguments.GetValue(MeasurementOptions.BenchmarkTimeout) ?? DefaultTimeout,
            CheckVariables(arguments.GetValue(MeasurementOptions.Variables) ?? []),
            arguments.GetValue(MeasurementOptions.Strict)
        )
        {
            Runtimes = RuntimesFrom(arguments),
            Packages = PackagesFrom(arguments.GetValue(MeasurementOptions.Packages) ?? []),
        };

    private static (string Baseline, string Candidate)? RuntimesFrom(ParseResult arguments) =>
        arguments.GetValue(MeasurementOptions.Runtimes) switch
        {
            null or [] => null,
            not [_, _] => throw new UsageException("--runtimes needs two target frameworks, such as --runtimes net9.0 net10.0."),
            _ when arguments.GetValue(MeasurementOptions.Framework) is not null => throw new UsageException(
                "--runtimes names both target frameworks. Remove --framework."
            ),
            [var baseline, var candidate] when baseline == candidate => throw new UsageException(
                $"--runtimes: both are {baseline}. Name two different target frameworks."
            ),
            [var baseline, var candidate] => (baseline, candidate),
        };

    private static PackageVersion[] PackagesFrom(string[] packages)
    {
        PackageVersion[] parsed =
        [
            .. packages.Select(text =>
                PackageVersion.Parse(text)
                ?? throw new UsageException($"--package: '{text}' is not a package with a version. Use a value such as Npgsql@10.0.3.")
            ),
        ];
        return
            parsed.GroupBy(package => package.Name, StringComparer.OrdinalIgnoreCase).FirstOrDefault(same => same.Count() > 1) is { } twice
            ? throw new UsageException($"--package: {twice.Key} has {twice.Count()} versions. Give it once.")
            : parsed;
    }

    /// <summary>The variables for files and reports, without secret values.</summary>
    public IEnumerable<string> Shown => Variables.Select(variable => new Secrets().Variable(variable));

    public static string[] CheckVariables(string[] variables) =>
        Array.FindIndex(variables, variable => variable.IndexOf('=', StringComparison.Ordinal) < 1) is >= 0 and var wrong
            ? throw new UsageException(
                FormattableString.Invariant($"--env: variable {wrong + 1} of {variables.Length} has no name. Use NAME=VALUE.")
            )
            : variables;

    public static int ReplicatesFrom(ParseResult arguments) =>
        arguments.GetValue(MeasurementOptions.Replicates) is >= 2 and <= 1000 and var replicates
            ? replicates
            : throw new UsageException("--replicates is out of range. Use 2 to 1000.");

    /// <summary>The project that the user or the settings name, or the only one there is.</summary>
    /// <param name="searched">The folder that is searched if none is named.</param>
    public EvaluatedProject FindProject(Settings settings, Context context, string? searched = null) =>
        (Project ?? settings.ProjectWhere(path => Path.Exists(context.FullPath(path)))) is { } named
            ? BenchmarkProject.Named(named, context.Folder, context.Builder, context.Cancellation)
            : BenchmarkProject.Find(searched ?? context.Folder, context.Folder, context.Builder, context.Cancellation);

    /// <summary>Null for the newest.</summary>
    public string? FrameworkOf(Settings settings) => Framework ?? settings.Framework;

    /// <summary>A hash of the values that <see cref="SettingsOfCheck"/> hides; null if it hides none.</summary>
    public string? Hidden => Secrets.Of(Variables).Hash;

    /// <summary>How the check is measured; null for the default way.</summary>
    public CheckSettings? SettingsOfCheck(bool isExact = false, bool isAllocationOnly = false)
    {
        var settings = new CheckSettings(
            isExact,
            isAllocationOnly,
            Framework,
            Runtimes is var (baseline, candidate) ? [baseline, candidate] : null,
            Packages.Count > 0 ? [.. Packages.Select(package => package.ToString())] : null,
            Variables.Count > 0 ? [.. Shown] : null
        );
        return settings == new CheckSettings() ? null : settings;
    }

    public BenchmarkProgram Build(Settings settings, Workspace workspace, Context context) =>
        Build(settings, FindProject(settings, context.In(workspace)), workspace, context);

    public BenchmarkProgram Build(Settings settings, EvaluatedProject project, Workspace workspace, Context context) =>
        Build(FrameworkOf(settings), project, "0", workspace, context).Program;

    /// <summary>The program on each of the two target frameworks. They share a work tree, so one is built after the other.</summary>
    public (BenchmarkProgram? Baseline, BenchmarkProgram Candidate) BuildBoth(
        (string Baseline, string Candidate) runtimes,
        Settings settings,
        Workspace workspace,
        Context context
    )
    {
        var project = FindProject(settings, context.In(workspace));
        project.EnsureMeasurable("the project", runtimes.Baseline);
        project.EnsureMeasurable("the project", runtimes.Candidate);
        var (baseline, candidate) = PathLengths.Align(
            (Build(runtimes.Baseline, project, "0", workspace, context), Path.Combine(workspace.Folder, "0")),
            (Build(runtimes.Candidate, project, "1", workspace, context), Path.Combine(workspace.Folder, "1"))
        );
        return (baseline.Program, candidate.Program);
    }

    private BuiltProgram Build(string? asked, EvaluatedProject project, string folder, Workspace workspace, Context context)
    {
        project.EnsureMeasurable("the project", asked);
        var framework = asked ?? project.Measurable[0];
        var choice = project.Choice(framework);
        var name = Path.GetRelativePath(context.Folder, project.Path);
        return context
            .In(workspace)
            .Builder.Build(
                new ProgramRequest(project, "the project", Path.Combine(workspace.Folder, folder))
                {
                    Description = $"{name}{(choice is null ? "" : $": {choice}")}",
                    Framework = framework,
                    Variables = Variables,
                },
                context.Cancellation
            );
    }

    /// <summary>A warning that names patterns which match no benchmark; null for none.</summary>
    /// <exception cref="UsageException">There are such patterns, and --strict is given.</exception>
    public string? UnmatchedWarning(IReadOnlyList<string> patterns, string where)
    {
        if (patterns.Count == 0)
            return null;
        var message = $"'{string.Join("' '", patterns)}' {(patterns.Count == 1 ? "matches" : "match")} no benchmark{where}.";
        return IsStrict ? throw new UsageException($"{message} (--strict)") : message;
    }
}
