using System.CommandLine;
using Bench.Comparison;
using Bench.Results;
using Bench.Runner;

namespace Bench;

/// <summary>The options of every verb that measures process pairs.</summary>
internal static class MeasurementOptions
{
    /// <summary>What an error says that found no benchmark.</summary>
    public const string HowToList = "dotnet run -c Release --project PROJECT -- --list flat names them";

    public static readonly Option<string?> Project = new("--project")
    {
        HelpName = "PROJECT",
        Description =
            "The benchmark project: its file, its folder, or a solution (.sln, .slnx, .slnf) that has one. Default: that of the config, or the one project that is a program and refers to BenchmarkDotNet.",
    };
    public static readonly Option<string?> Framework = new("--framework")
    {
        HelpName = "TFM",
        Description = "The target framework, for projects with several. Default: that of the config, or the newest.",
    };
    public static readonly Option<TimeSpan?> BenchmarkTimeout = JudgingOptions.Quantity(
        "--benchmark-timeout",
        "TIME",
        "How long a benchmark may take to answer before it has failed. Default: 2m.",
        Quantities.Duration
    );
    public static readonly Option<bool> Strict = new("--strict")
    {
        Description = "A filter that matches no benchmark, beside others that do, is wrong usage, and no mere warning.",
    };
    public static readonly Option<string[]> Variables = JudgingOptions.Several(
        "--env",
        "NAME=VALUE",
        "An environment variable for the measured processes, for instance DOTNET_TieredPGO=0; the report names it."
    );

    /// <summary>Of the verbs that compare alternatives: how often each is measured.</summary>
    public static readonly Option<int> Replicates = new("--replicates")
    {
        HelpName = "N",
        Description = "Replicates of a benchmark, at least 2, of two process pairs each. Default: 5.",
        DefaultValueFactory = _ => 5,
    };

    public static IEnumerable<Option> All => [Project, Framework, BenchmarkTimeout, Variables];

    /// <summary>The project that a user named, or the settings name, or the only one there is.</summary>
    public static EvaluatedProject ProjectFrom(
        ParseResult arguments,
        Settings settings,
        string searched,
        CancellationToken cancellationToken
    ) =>
        (arguments.GetValue(Project) ?? settings.ProjectWhere(Path.Exists)) is { } named
            ? BenchmarkProject.Named(named, cancellationToken)
            : BenchmarkProject.Find(searched, cancellationToken);

    /// <summary>The target framework that a user asked for, or the settings; null for the newest.</summary>
    public static string? FrameworkFrom(ParseResult arguments, Settings settings) => arguments.GetValue(Framework) ?? settings.Framework;

    public static string[] VariablesFrom(ParseResult arguments) => CheckVariables(arguments.GetValue(Variables) ?? []);

    public static string[] CheckVariables(string[] variables) =>
        variables.FirstOrDefault(variable => variable.IndexOf('=', StringComparison.Ordinal) < 1) is { } wrong
            ? throw new UsageException($"--env: invalid variable '{wrong}': expected NAME=VALUE.")
            : variables;

    /// <summary>What is not the default of a measurement, for the report; null where all is.</summary>
    /// <param name="more">What the command has besides.</param>
    public static string? Stated(ParseResult arguments, params IEnumerable<string> more)
    {
        string[] settings =
        [
            .. BaselineOptions.Stated(arguments),
            .. more,
            .. arguments.GetValue(Framework) is { } framework ? [CheckInfo.FrameworkOption + framework] : Array.Empty<string>(),
            .. VariablesFrom(arguments),
        ];
        return settings.Length == 0 ? null : string.Join(", ", settings);
    }

    public static int ReplicatesFrom(ParseResult arguments) =>
        arguments.GetValue(Replicates) is >= 2 and <= 1000 and var replicates
            ? replicates
            : throw new UsageException("--replicates: expected 2 to 1000: a spread needs two.");

    /// <summary>Builds the project that is measured against itself: named by the arguments, by the settings, or the only one.</summary>
    public static BenchmarkProgram Build(
        ParseResult arguments,
        Settings settings,
        Workspace workspace,
        ProgressLine progress,
        CancellationToken cancellationToken
    )
    {
        var project = ProjectFrom(arguments, settings, Directory.GetCurrentDirectory(), cancellationToken);
        return Build(arguments, settings, project, workspace, progress, cancellationToken);
    }

    public static BenchmarkProgram Build(
        ParseResult arguments,
        Settings settings,
        EvaluatedProject project,
        Workspace workspace,
        ProgressLine progress,
        CancellationToken cancellationToken
    )
    {
        var asked = FrameworkFrom(arguments, settings);
        project.EnsureMeasurable("the project", asked);
        var framework = asked ?? project.Measurable[0];
        var choice = project.Choice(framework);
        progress.Step(
            $"Building {Path.GetRelativePath(Directory.GetCurrentDirectory(), project.Path)}{(choice is null ? "" : $": {choice}")}"
        );
        return ProgramBuild.Run(
            project,
            "the project",
            Path.Combine(workspace.Folder, "0"),
            framework,
            VariablesFrom(arguments),
            cancellationToken
        );
    }

    /// <summary>A warning that names patterns which match no benchmark; null where there are none.</summary>
    /// <exception cref="UsageException">There are such patterns, and --strict.</exception>
    public static string? UnmatchedWarning(ParseResult arguments, IReadOnlyList<string> patterns, string where)
    {
        if (patterns.Count == 0)
            return null;
        var message = $"'{string.Join("' '", patterns)}' {(patterns.Count == 1 ? "matches" : "match")} no benchmark{where}.";
        return arguments.GetValue(Strict) ? throw new UsageException($"{message} (--strict)") : message;
    }

    public static TimeSpan BenchmarkTimeoutFrom(ParseResult arguments) => arguments.GetValue(BenchmarkTimeout) ?? TimeSpan.FromMinutes(2);

    public static BenchmarkFilter Filter(string[]? patterns, string[]? categories) => new(patterns ?? [], categories ?? []);
}
