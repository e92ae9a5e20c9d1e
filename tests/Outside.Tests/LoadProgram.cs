using Bench;
using Bench.Cli.Load;

namespace Outside.Tests;

/// <summary>
/// A test with its own folder, and <c>bench load</c> as users start it, with the real generators against real servers.
/// </summary>
[Trait("Category", "Process")]
[Trait("Category", "Measured")]
public abstract class LoadProgram : IDisposable
{
    protected static readonly TimeSpan Patience = TimeSpan.FromMinutes(4);

    protected string Folder { get; } = Directory.CreateTempSubdirectory("bench-load-").FullName;

    private readonly List<Process> processes = [];

    public void Dispose()
    {
        Dispose(true);
        GC.SuppressFinalize(this);
    }

    protected virtual void Dispose(bool isDisposing)
    {
        foreach (var process in processes)
        {
            if (!process.HasExited)
                process.Kill(entireProcessTree: true);
            process.Dispose();
        }
        Directory.Delete(Folder, recursive: true);
    }

    protected void Write(string plan) => File.WriteAllText(Path.Combine(Folder, "own.plan"), plan);

    protected string Git(params string[] arguments)
    {
        using var git = Process.Start(new ProcessStartInfo("git", arguments) { WorkingDirectory = Folder, RedirectStandardOutput = true })!;
        var output = git.StandardOutput.ReadToEnd();
        git.WaitForExit();
        Assert.Equal(0, git.ExitCode);
        return output;
    }

    protected static void NeedsTools()
    {
        Assert.SkipWhen(Tool.Wrk.UnsupportedReason is not null, Tool.Wrk.UnsupportedReason ?? "");
        Assert.SkipWhen(Tool.H2Load.UnsupportedReason is not null, Tool.H2Load.UnsupportedReason ?? "");
    }

    protected (int ExitCode, string Output, string Error) RunInside(params string[] arguments) =>
        RunInside(Folder, LoadMeasurements.OfThisMachine, arguments);

    private protected static (int ExitCode, string Output, string Error) RunInside(
        string folder,
        LoadMeasurements load,
        params string[] arguments
    )
    {
        var (output, error) = (new StringWriter(CultureInfo.InvariantCulture), new StringWriter(CultureInfo.InvariantCulture));
        var context = new Context
        {
            Input = TextReader.Null,
            Screen = new Screen { Output = output, Error = error },
            Folder = folder,
            Load = load,
            Variable = Environment.GetEnvironmentVariable,
            Cancellation = TestContext.Current.CancellationToken,
        };
        return (BenchCommand.Run(AsMarkdown(arguments), context), output.ToString(), error.ToString());
    }

    // The tests read figures from the Markdown.
    private static string[] AsMarkdown(string[] arguments) =>
        ArgumentWords.Of(arguments) is ["load", var verb, .. var others] words && !words.Contains("--format")
            ? ["load", verb, "--format", "markdown", .. others]
            : ArgumentWords.Of(arguments);

    protected (int ExitCode, string Output, string Error) RunBench(string[] arguments, int? maxFiles = null)
    {
        var process = Start(arguments, maxFiles);
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        Assert.True(process.WaitForExit(Patience));
        return (process.ExitCode, output, error.Result);
    }

    // Runs in the checkout, where samples/ is. Other files are read from the test's own folder.
    protected Process Start(string[] arguments, int? maxFiles = null)
    {
        string[] limit = maxFiles is { } files ? ["sh", "-c", FormattableString.Invariant($"ulimit -n {files}; exec \"$0\" \"$@\"")] : [];
        string[] command =
        [
            .. limit,
            .. InterruptSignal.NotIgnored(),
            DotnetPath(),
            Path.Combine(AppContext.BaseDirectory, "bench.dll"),
            .. AsMarkdown(arguments),
        ];
        var start = new ProcessStartInfo(command[0], command[1..])
        {
            WorkingDirectory = ArgumentWords.Of(arguments)[1] is "diff" or "gate" ? Folder : Checkout.Root,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        processes.Add(Process.Start(start)!);
        return processes[^1];
    }

    protected (Process Server, string Address) StartServer(params string[] arguments)
    {
        var start = new ProcessStartInfo(DotnetPath(), [Checkout.LoadFixture, "--urls", "http://127.0.0.1:0", .. arguments])
        {
            RedirectStandardOutput = true,
        };
        var server = Process.Start(start)!;
        processes.Add(server);
        string? line;
        while ((line = server.StandardOutput.ReadLine()) is not null && !line.Contains("listening on", StringComparison.Ordinal)) { }

        return (server, line!.Split(' ')[^1]);
    }

    /// <summary>Copies the files of the application into the test's own folder, to be changed.</summary>
    /// <returns>The program.</returns>
    protected string CopyServer()
    {
        var from = Path.GetDirectoryName(Checkout.LoadFixture)!;
        var to = Directory.CreateDirectory(Path.Combine(Folder, "server")).FullName;
        foreach (var file in Directory.GetFiles(from))
            File.Copy(file, Path.Combine(to, Path.GetFileName(file)));
        return Path.Combine(to, Path.GetFileName(Checkout.LoadFixture));
    }

    /// <summary>Asserts that no process is left whose command names the test's folder.</summary>
    protected void NothingRuns()
    {
        foreach (var process in Directory.EnumerateDirectories("/proc").Where(folder => char.IsAsciiDigit(Path.GetFileName(folder)[0])))
        {
            try
            {
                Assert.DoesNotContain(Folder, File.ReadAllText(Path.Combine(process, "cmdline")));
            }
            catch (IOException)
            {
                // It has just ended.
            }
        }
    }

    protected static string DotnetPath() =>
        Environment.ProcessPath is { } own && Path.GetFileNameWithoutExtension(own) == "dotnet"
            ? own
            : (Environment.GetEnvironmentVariable("PATH") ?? "")
                .Split(Path.PathSeparator)
                .Select(folder => Path.Combine(folder, "dotnet"))
                .First(File.Exists);

    /// <summary>The child process of bench that runs the sample.</summary>
    protected static Task<int> ServerOf(Process bench) => ChildOf(bench, "MinimalApi.dll");

    /// <param name="program">A part of its command line.</param>
    protected static async Task<int> ChildOf(Process bench, string program)
    {
        for (var clock = Stopwatch.StartNew(); clock.Elapsed < Patience; await Task.Delay(20, TestContext.Current.CancellationToken))
        {
            int? found = null;
            try
            {
                found = Child(bench, program);
            }
            catch (IOException)
            {
                // A listed process has just ended.
            }

            if (found is { } server)
                return server;
        }

        throw new TimeoutException($"bench started no {program}.");
    }

    protected static string CoresOf(int process) =>
        File.ReadLines(FormattableString.Invariant($"/proc/{process}/status"))
            .First(line => line.StartsWith("Cpus_allowed_list:", StringComparison.Ordinal));

    private static int? Child(Process bench, string program)
    {
        var children = string.Join(
            ' ',
            Directory
                .EnumerateDirectories(FormattableString.Invariant($"/proc/{bench.Id}/task"))
                .Select(task => File.ReadAllText(Path.Combine(task, "children")))
        );
        foreach (var child in children.Split(' ', StringSplitOptions.RemoveEmptyEntries).Distinct())
        {
            if (File.ReadAllText($"/proc/{child}/cmdline").Contains(program, StringComparison.Ordinal))
                return int.Parse(child, CultureInfo.InvariantCulture);
        }

        return null;
    }
}
