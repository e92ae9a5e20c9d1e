using System.Diagnostics;
using Bench.Runner;

namespace Bench.Tests;

/// <summary>Tests that start processes and measure them: not beside each other.</summary>
[CollectionDefinition(Name)]
public sealed class MeasuringTests : ICollectionFixture<MeasuredPrograms>
{
    public const string Name = "Measuring";
}

/// <summary>The fixture programs, built once, and a git repository of the first.</summary>
public sealed class MeasuredPrograms : IDisposable
{
    private readonly Lazy<BenchmarkProgram> baseline;
    private readonly Lazy<BenchmarkProgram> candidate;
    private readonly Lazy<BenchmarkProgram> starter;
    private readonly Lazy<FixtureSet> earlier;

    public MeasuredPrograms()
    {
        CopyFolder("TandemFixture", Repository);
        File.WriteAllText(Path.Combine(Repository, ".gitignore"), "bin/\nobj/\nBenchmarkDotNet.Artifacts/\n");
        Git("init", "--quiet", "--initial-branch=main");
        Commit("a benchmark program");
        baseline = new(() => Build(Path.Combine(Repository, Project), "old"));
        candidate = new(() =>
        {
            var changed = Path.Combine(Root, "changed");
            CopyFolder("TandemFixture", changed);
            Change(changed);
            return Build(Path.Combine(changed, Project), "new");
        });
        starter = new(() => BuildStarter("starter", null));
        earlier = new(() =>
        {
            CopyFolder("TandemFixture", Path.Combine(Root, "earlier"));
            return new FixtureSet(
                EarlierBenchmarkDotNet,
                Build(Path.Combine(Root, "earlier", Project), "earlier-program", Property),
                BuildStarter("earlier-starter", Property)
            );
        });
    }

    public const string Project = "TandemFixture.csproj";

    /// <summary>What the fixtures refer to when nobody says otherwise.</summary>
    public const string BenchmarkDotNet = "0.15.8";

    public const string EarlierBenchmarkDotNet = "0.14.0";

    private const string Property = $"FixtureBenchmarkDotNet={EarlierBenchmarkDotNet}";

    public string Root { get; } = Directory.CreateTempSubdirectory("bench-tests-").FullName;

    public string Repository => Path.Combine(Root, "repository");

    internal BenchmarkProgram Baseline => baseline.Value;

    /// <summary>The next version, with <see cref="Change"/>.</summary>
    internal BenchmarkProgram Candidate => candidate.Value;

    /// <summary>A program whose benchmarks all live in a library.</summary>
    internal BenchmarkProgram Starter => starter.Value;

    /// <summary>The fixtures as they are.</summary>
    internal FixtureSet Current => new(BenchmarkDotNet, Baseline, Starter);

    /// <summary>The same, built with an earlier BenchmarkDotNet. Skips the test that asks where the feed does not have that.</summary>
    internal FixtureSet Earlier
    {
        get
        {
            try
            {
                return earlier.Value;
            }
            catch (RunnerException failure) when (failure.Message.Contains("NU1102", StringComparison.Ordinal))
            {
                Assert.Skip($"BenchmarkDotNet {EarlierBenchmarkDotNet} is left out: the package feed does not carry it.");
                throw;
            }
        }
    }

    /// <summary>The log that the benchmarks of the fixture write, and the program that writes it.</summary>
    internal (BenchmarkProgram Program, Func<string[]> Log) Logging() => Logging(Baseline);

    internal (BenchmarkProgram Program, Func<string[]> Log) Logging(BenchmarkProgram fixture)
    {
        var file = Path.Combine(Root, $"{Guid.NewGuid():N}.log");
        return (fixture with { Variables = [$"FIXTURE_LOG={file}"] }, () => File.Exists(file) ? File.ReadAllLines(file) : []);
    }

    public static void Change(string folder)
    {
        var project = Path.Combine(folder, Project);
        File.WriteAllText(project, File.ReadAllText(project).Replace(";BASELINE", "", StringComparison.Ordinal));
    }

    public void Commit(string message) => CommitIn(Repository, message);

    /// <summary>Commits all that a folder holds.</summary>
    public static void CommitIn(string folder, string message)
    {
        GitIn(folder, "add", "--all");
        CommitStagedIn(folder, message);
    }

    public static void CommitStagedIn(string folder, string message, params string[] options) =>
        GitIn(
            folder,
            [
                "-c",
                "user.name=test",
                "-c",
                "user.email=test@example.org",
                "-c",
                "commit.gpgSign=false",
                "commit",
                "--quiet",
                "-m",
                message,
                .. options,
            ]
        );

    public string Git(params string[] arguments) => GitIn(Repository, arguments);

    public static string GitIn(string folder, params string[] arguments)
    {
        Directory.CreateDirectory(folder);
        using var process = Process.Start(
            new ProcessStartInfo("git", arguments) { WorkingDirectory = folder, RedirectStandardOutput = true }
        )!;
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
        return output;
    }

    public void Dispose() => Directory.Delete(Root, recursive: true);

    public static void CopyFolder(string fixture, string to)
    {
        var from = Path.Combine(AppContext.BaseDirectory, "Fixtures", fixture);
        foreach (var file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
        {
            var copy = Path.Combine(to, Path.GetRelativePath(from, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
        }
    }

    private BenchmarkProgram BuildStarter(string folder, string? property)
    {
        CopyFolder("StarterFixture", Path.Combine(Root, folder));
        return Build(Path.Combine(Root, folder, "Starter.csproj"), $"{folder}-program", property);
    }

    private BenchmarkProgram Build(string project, string name, string? property = null) =>
        ProgramBuild.Run(
            BenchmarkProject.Named(project, Path.GetDirectoryName(project)!, CancellationToken.None),
            name,
            Path.Combine(Root, name),
            null,
            [],
            CancellationToken.None,
            property
        );
}

/// <summary>The fixture programs, built with one version of BenchmarkDotNet.</summary>
internal sealed record FixtureSet(string BenchmarkDotNet, BenchmarkProgram Program, BenchmarkProgram Starter);
