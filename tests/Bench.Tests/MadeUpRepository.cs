using Bench.Cli.Doctor;

namespace Bench.Tests;

/// <summary>
/// A git repository with a benchmark project whose sources contain its figures, for a command inside a test. Each source is a list
/// of benchmarks, see <see cref="MadeUpBenchmark.Parse"/>.
/// </summary>
internal sealed class MadeUpRepository : IDisposable
{
    public const string Project = "App/App.csproj";
    public const string Source = "App/Rows.cs";

    private readonly Folder folder = new();

    public MadeUpRepository(params string[] benchmarks)
    {
        Write(".gitignore", "BenchmarkDotNet.Artifacts/\n");
        Write(Project, """<Project Sdk="Microsoft.NET.Sdk"><PackageReference Include="BenchmarkDotNet" /></Project>""");
        WriteBenchmarks(benchmarks);
        Git("init", "--quiet", "--initial-branch=main");
        Commit("first");
    }

    public string Root => folder.Root;

    public MadeUpPrograms Programs { get; init; } = new();

    public Dictionary<string, string> Variables { get; } = [];

    public string Results => Path.Combine(Root, CheckFolder.Default);

    public void Dispose()
    {
        Assert.Single(Git("worktree", "list").Split('\n', StringSplitOptions.RemoveEmptyEntries));
        folder.Dispose();
    }

    public void Write(string file, string text) => folder.Write(file, text);

    public void WriteBenchmarks(params string[] benchmarks) => Write(Source, string.Join('\n', benchmarks) + "\n");

    public string Git(params string[] arguments) => MeasuredPrograms.GitIn(Root, arguments);

    public string Hash(string reference) => Git("rev-parse", reference).Trim()[..12];

    public string Commit(string message)
    {
        MeasuredPrograms.CommitIn(Root, message);
        return Hash("HEAD");
    }

    public BenchProgram.Finished Run(params string[] arguments) => Run(CancellationToken.None, arguments);

    public BenchProgram.Finished Run(CancellationToken cancellation, params string[] arguments) => RunIn(Root, cancellation, arguments);

    public BenchProgram.Finished RunIn(string where, CancellationToken cancellation, params string[] arguments) =>
        BenchProgram.Run(
            BenchProgram.Context(where) with
            {
                Variable = Variables.GetValueOrDefault,
                Builder = Programs,
                Measurements = Programs,
                Samples = (_, _, _, _) => (_, _, _) => [],
                Machine = new ObservedMachine(new SystemFiles(Root), 2, _ => Steadiness.Judge([1]), TimeSpan.Zero),
                Clock = Programs.Clock,
                Cancellation = cancellation,
            },
            arguments
        );

    public Run Figures(string results = CheckFolder.Default) => Folder.LoadFrom(Root, $"{results}/{CheckFolder.Figures}");
}
