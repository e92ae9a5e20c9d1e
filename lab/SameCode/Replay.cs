using System.Diagnostics;
using Bench.Comparison;
using Bench.Results;
using Bench.Runner;

namespace Lab.SameCode;

/// <summary>Compares commits of a repository with their parents: what is proven, and whether measuring agrees.</summary>
internal sealed class Replay(Repository repository, SameCodeOptions options, CancellationToken cancellationToken)
{
    // Commits of a replay are built once.
    private readonly IProgramBuilder builder = new ProgramBuilder(
        new Dictionary<string, string> { [BuildCache.FolderVariable] = "off" },
        _ => { }
    );

    public IEnumerable<string> Commits() =>
        Git(["rev-list", "--first-parent", "--min-parents=1", $"--max-count={options.Commits}", options.Until, "--", .. options.Paths])
            .Split('\n', StringSplitOptions.RemoveEmptyEntries);

    public ReplayedCommit Run(string commit)
    {
        var subject = Git("log", "-1", "--format=%s", commit).Trim();
        try
        {
            return Examine(commit, subject);
        }
        catch (RunnerException e)
        {
            // The text after the colon names files of a deleted folder.
            return new ReplayedCommit(commit, subject, 0, 0, 0, new Dictionary<string, int>(), 0, [], e.Message.Split(':', 2)[0]);
        }
    }

    private ReplayedCommit Examine(string commit, string subject)
    {
        using var workspace = new Workspace(repository);
        var parent = repository.Commit($"{commit}^");
        var sides = new[] { (Commit: parent, Name: "the baseline"), (Commit: commit, Name: "the candidate") };
        var trees = sides.Select(side => workspace.Checkout(side.Commit)).ToArray();
        var built = Task.WhenAll(
                sides.Select((side, i) => Task.Run(() => Build(trees[i], side.Name, Path.Combine(workspace.Folder, $"{i}"))))
            )
            .GetAwaiter()
            .GetResult();
        var programs = built.Select(one => one.Program).ToArray();
        var random = new Random(options.Seed ^ Convert.ToInt32(commit[..7], 16));
        var run = new GateRun(programs[0], programs[1], new GateSettings { Budget = TimeSpan.FromHours(1), Seed = random.Next() }, _ =>
        { });
        run.Find(cancellationToken);
        MeasuredBenchmark[] both = [.. run.Benchmarks.Where(benchmark => benchmark.IsOpen)];
        MeasuredBenchmark[] drawn = [.. Draw(random, both, options.Examined)];
        run.Select(drawn);

        var clock = Stopwatch.StartNew();
        var changed = Git("diff", "--name-only", "--no-renames", "-z", parent, commit, "--")
            .Split('\0', StringSplitOptions.RemoveEmptyEntries);
        run.ProveSameCode(() => BuildComparison.Create(built[0].Output, built[1].Output, changed), cancellationToken);
        var proof = clock.Elapsed.TotalSeconds;
        MeasuredBenchmark[] same = [.. drawn.Where(benchmark => benchmark.HasSameCode)];
        var reasons = drawn
            .Where(benchmark => !benchmark.HasSameCode)
            .CountBy(benchmark => benchmark.Effect?.Reason ?? benchmark.Unmeasured ?? "")
            .ToDictionary();

        MeasuredBenchmark[] control = [.. Draw(random, same, options.Measured)];
        run.Select(control);
        foreach (var benchmark in control)
            benchmark.HasSameCode = false;
        if (control.Length > 0)
            run.Measure(cancellationToken);
        return new ReplayedCommit(
            commit,
            subject,
            both.Length,
            drawn.Length,
            same.Length,
            reasons,
            Math.Round(proof, 1),
            Judge(run, commit)
        );
    }

    private static MeasuredSame[] Judge(GateRun run, string commit)
    {
        if (run.Benchmarks.Count == 0)
            return [];
        var check = run.Found.ToRun(new CheckInfo($"{commit}^", commit), isScreened: true);
        return
        [
            .. RunComparison
                .CreatePaired(check, ComparisonOptions.ForToday(new Settings()))
                .Benchmarks.Select(benchmark => new MeasuredSame(
                    benchmark.Name,
                    Rounded(benchmark.Time?.Ratio),
                    Rounded(benchmark.Time?.Deciding.Lower),
                    Rounded(benchmark.Time?.Deciding.Upper),
                    benchmark.Time?.Verdict.ToString(),
                    benchmark.CandidateLaunches
                )),
        ];
    }

    private static double? Rounded(double? ratio) => ratio is { } known ? Math.Round(known, 4) : null;

    private static IEnumerable<MeasuredBenchmark> Draw(Random random, MeasuredBenchmark[] from, int count)
    {
        var order = from.ToArray();
        random.Shuffle(order);
        return order.Take(count);
    }

    private BuiltProgram Build(string tree, string side, string folder) =>
        builder.Build(
            new ProgramRequest(builder.EvaluateOne(Path.Combine(tree, options.Project), side, cancellationToken), side, folder),
            cancellationToken
        );

    private string Git(params string[] arguments) =>
        repository.Git(arguments) is { ExitCode: 0 } answer
            ? answer.Output
            : throw new RunnerException($"git {string.Join(' ', arguments)} failed.");
}
