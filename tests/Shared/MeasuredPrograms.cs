using System.Diagnostics;
using System.Security.Cryptography;
using System.Text;
using Bench.Runner;

namespace Bench.Tests;

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
        baseline = new(() => Build("TandemFixture", Project, "old"));
        candidate = new(() => Build("TandemFixture", Project, "new", change: Change));
        starter = new(() => Build("StarterFixture", StarterProject, "starter"));
        earlier = new(() =>
            new FixtureSet(
                EarlierBenchmarkDotNet,
                Build("TandemFixture", Project, "earlier", Property),
                Build("StarterFixture", StarterProject, "earlier-starter", Property)
            )
        );
    }

    public const string Project = "TandemFixture.csproj";

    /// <summary>The version that the fixtures use by default.</summary>
    public const string BenchmarkDotNet = "0.15.8";

    public const string EarlierBenchmarkDotNet = "0.14.0";

    private const string StarterProject = "Starter.csproj";
    private const string Property = $"FixtureBenchmarkDotNet={EarlierBenchmarkDotNet}";

    public string Root { get; } = Directory.CreateTempSubdirectory("bench-tests-").FullName;

    public string Repository => Path.Combine(Root, "repository");

    /// <summary>The temporary files of processes. Their checkouts have the same path in each process, so they are built once.</summary>
    public string Temporary => Directory.CreateDirectory(Path.Combine(Root, "t")).FullName;

    internal BenchmarkProgram Baseline => baseline.Value;

    /// <summary>The next version, with <see cref="Change"/>.</summary>
    internal BenchmarkProgram Candidate => candidate.Value;

    /// <summary>A program whose benchmarks are all in a library.</summary>
    internal BenchmarkProgram Starter => starter.Value;

    internal FixtureSet Current => new(BenchmarkDotNet, Baseline, Starter);

    /// <summary>The same with an earlier BenchmarkDotNet. Skips the calling test if the feed lacks that version.</summary>
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

    /// <summary>A program, and the log that its benchmarks write.</summary>
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

    private BenchmarkProgram Build(string fixture, string project, string name, string? property = null, Action<string>? change = null)
    {
        var evaluated = BenchmarkProject.Named(project, Sources(fixture, change), TestBuilds.Builder, CancellationToken.None);
        return TestBuilds
            .Builder.Build(new ProgramRequest(evaluated, name, Path.Combine(Root, name)) { Property = property }, CancellationToken.None)
            .Program;
    }

    // A program contains the path of its sources, so the path is the same in each run while the sources are.
    private static string Sources(string fixture, Action<string>? change)
    {
        var copy = Path.Combine(Directory.CreateDirectory(Path.Combine(TestBuilds.Root, "sources")).FullName, $"{Guid.NewGuid():N}.tmp");
        CopyFolder(fixture, copy);
        change?.Invoke(copy);
        var sources = Path.Combine(TestBuilds.Root, "sources", $"{fixture}-{HashOf(copy)[..12]}");
        try
        {
            // A move is atomic: another test assembly may look for the folder.
            Directory.Move(copy, sources);
        }
        catch (IOException) when (Directory.Exists(sources))
        {
            Directory.Delete(copy, recursive: true);
        }

        return sources;
    }

    private static string HashOf(string folder)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var file in Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal))
        {
            hash.AppendData(Encoding.UTF8.GetBytes($"{Path.GetRelativePath(folder, file)}\0{new FileInfo(file).Length}\0"));
            hash.AppendData(File.ReadAllBytes(file));
        }
        return Convert.ToHexStringLower(hash.GetHashAndReset());
    }
}

/// <summary>The fixture programs, built with one version of BenchmarkDotNet.</summary>
internal sealed record FixtureSet(string BenchmarkDotNet, BenchmarkProgram Program, BenchmarkProgram Starter);
