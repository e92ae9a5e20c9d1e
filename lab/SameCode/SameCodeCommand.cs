using System.CommandLine;
using Bench.Runner;
using Lab.Trials;

namespace Lab.SameCode;

/// <summary><c>lab same-code</c>: how often the proof of same code is right.</summary>
internal static class SameCodeCommand
{
    private const string Help = """
        Checks the proof of same code against measurements.

        Compares commits of this repository with their parents, and measures some of the benchmarks that are proven to run the same code.
        """;

    private static readonly Option<int> Commits = Count("--commits", "How many commits.", 40);
    private static readonly Option<string> Until = TrialOptions.WithDefault("--until", "REF", "The newest commit.", "HEAD");
    private static readonly Option<string[]> Paths = Declare.Several(
        "--path",
        "PATH",
        "Only commits that change something below these. Default: the suite and what it measures.",
        areTogether: true
    );
    private static readonly Option<string> Project = TrialOptions.WithDefault(
        "--project",
        "PROJECT",
        "The benchmark project.",
        "benchmarks/Benchmarks.csproj"
    );
    private static readonly Option<int> Examined = Count("--examined", "How many benchmarks of a commit.", 40);
    private static readonly Option<int> Measured = Count("--measured", "How many of the proven ones are measured all the same.", 6);
    private static readonly Option<int> Seed = Count("--seed", "Seed of the random draws.", 1);

    public static Command Create()
    {
        var command = new Command("same-code", Help) { Commits, Until, Paths, Project, Examined, Measured, Seed, TrialOptions.Output };
        command.Measures(From, Run);
        return command;
    }

    private static SameCodeOptions From(ParseResult arguments) =>
        new(
            arguments.GetValue(TrialOptions.Output)!,
            arguments.GetValue(Commits),
            arguments.GetValue(Until)!,
            arguments.GetValue(Paths) is { Length: > 0 } paths
                ? paths
                : ["benchmarks", "samples", "src/IgnoreCaseReplace", "src/MockResponses", "src/PrivatePostgres", "src/Harness"],
            arguments.GetValue(Project)!,
            arguments.GetValue(Examined),
            arguments.GetValue(Measured),
            arguments.GetValue(Seed)
        );

    private static int Run(SameCodeOptions options, Context context)
    {
        using var database = new SharedDatabase();
        var replay = new Replay(Repository.Find(context.Folder, context.Cancellation), options, context.Cancellation);
        return new TrialFolder<ReplayedCommit>(context.FullPath(options.Output), ReplayPage.Render).Run(
            replay.Commits().Select(commit => new Trial<ReplayedCommit>(done => done.Commit == commit, () => replay.Run(commit))),
            replayed =>
                $"{replayed.Commit[..12]} {replayed.Skipped ?? $"{replayed.Same} of {replayed.Examined} same in {replayed.ProofSeconds} s, {replayed.Measured.Count} measured"}",
            context
        );
    }

    private static Option<int> Count(string name, string description, int count) => TrialOptions.WithDefault(name, "N", description, count);
}

/// <param name="Examined">How many benchmarks of a commit are examined.</param>
/// <param name="Measured">How many of those that are proven are measured all the same.</param>
internal sealed record SameCodeOptions(
    string Output,
    int Commits,
    string Until,
    IReadOnlyList<string> Paths,
    string Project,
    int Examined,
    int Measured,
    int Seed
);
