using Bench.Cli.Load;

namespace Bench.Tests;

// A repository with a changed web application, and `bench load` inside the test. Nothing is built or loaded, and no generator
// has to be installed.
internal sealed class LoadRepository : IDisposable
{
    private readonly Folder folder = new();
    private readonly Folder tools = new();
    private bool hasBegun;

    /// <param name="files">Additional files of the first commit: names and texts.</param>
    public LoadRepository(params (string Name, string Text)[] files)
    {
        foreach (
            var (name, text) in files.Concat([
                ("App/App.csproj", "<Project />"),
                ("App/Program.cs", "return;"),
                (".gitignore", "bin/\nobj/\nout/\n"),
            ])
        )
            folder.Write(name, text);
        foreach (var tool in new[] { Tool.Wrk, Tool.H2Load })
            tools.Write(tool.Name, "");
    }

    public string Root => folder.Root;

    /// <summary>The last measurement; null for none.</summary>
    public RecordedMatrix? Measured { get; private set; }

    public string[] Frameworks { get; set; } = ["net10.0"];

    public ConnectionLimits ConnectionLimits { get; set; } = new(100_000, 28_000);

    public string Write(string file, string text) => Begun().Write(file, text);

    public string Write(string file, byte[] bytes) => Begun().Write(file, bytes);

    public string Read(string file) => File.ReadAllText(Path.Combine(Root, file));

    public void Commit(string message) => Begun().Commit(message);

    public delegate RecordedMatrix Recording(LoadMatrix matrix, string folder);

    public Context Context(Recording? recording = null) =>
        BenchProgram.Context(Begun().Root) with
        {
            Variable = name => name == "PATH" ? tools.Root : null,
            Builder = new FixedFrameworks(Frameworks),
            Load = new LoadMeasurements
            {
                Generators = () => ["wrk 4.1.0", "h2load 1.52.0"],
                ConnectionLimits = () => ConnectionLimits,
                Matrix = (matrix, _, folder) => Measured = (recording ?? ((one, where) => new RecordedMatrix(one, where)))(matrix, folder),
            },
        };

    /// <summary>A context whose user interrupts before the given round.</summary>
    public Context InterruptedBefore(int interrupted, CancellationTokenSource interruption) =>
        Context(
            (matrix, folder) =>
                new RecordedMatrix(matrix, folder)
                {
                    Before = (round, _) =>
                    {
                        if (round == interrupted)
                            interruption.Cancel();
                    },
                }
        ) with
        {
            Cancellation = interruption.Token,
        };

    public BenchProgram.Finished Gate(Recording? recording, params string[] arguments) =>
        BenchProgram.Run(Context(recording), ["load gate --baseline HEAD --artifacts out", .. AsMarkdown(arguments), .. arguments]);

    public MatrixResult Result(string file) => MatrixResult.Read(Path.Combine(Root, file));

    // Starts git only once the test has begun.
    private Folder Begun()
    {
        if (hasBegun)
            return folder;
        hasBegun = true;
        folder.Git("init", "--quiet", "--initial-branch=main");
        folder.Commit("One");
        folder.Write("App/Program.cs", "// Changed.");
        return folder;
    }

    public void Dispose()
    {
        folder.Dispose();
        tools.Dispose();
    }

    /// <summary>Most tests of load read figures from the Markdown.</summary>
    public static string[] AsMarkdown(string[] arguments) =>
        ArgumentWords.Of(arguments).Contains("--format") ? [] : ["--format", "markdown"];
}
