using System.Diagnostics;
using System.Globalization;
using Bench.Load;

namespace Outside.Tests;

/// <summary>A test's own folder, and <c>bench load</c> as a user starts it, with the real generators against real servers.</summary>
[Trait("Category", "Process")]
public abstract class LoadProgram : IDisposable
{
    protected const string WebProject = """
        <Project Sdk="Microsoft.NET.Sdk.Web">
          <PropertyGroup>
            <TargetFramework>net10.0</TargetFramework>
            <ImplicitUsings>enable</ImplicitUsings>
          </PropertyGroup>
        </Project>
        """;

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

    /// <summary>Publishes a web application of one file.</summary>
    protected string Publish(string program) =>
        SampleServer.Publish(
            WriteProject(program),
            Path.Combine(Folder, "out"),
            new Dictionary<string, string>(),
            TestContext.Current.CancellationToken
        );

    /// <summary>Writes a web application of one file.</summary>
    /// <returns>Its project.</returns>
    protected string WriteProject(string program)
    {
        var source = Directory.CreateDirectory(Path.Combine(Folder, "App")).FullName;
        var project = Path.Combine(source, "App.csproj");
        File.WriteAllText(project, WebProject);
        File.WriteAllText(Path.Combine(source, "Program.cs"), program);
        return project;
    }

    protected void Write(string plan) => File.WriteAllText(Path.Combine(Folder, "own.plan"), plan);

    /// <summary>As if what wrote the file had been interrupted after its fourth round.</summary>
    private protected static MatrixResult InterruptAfterFour(string file)
    {
        var whole = MatrixResult.Read(file);
        File.WriteAllText(
            file,
            (
                whole with
                {
                    Arms = [.. whole.Arms.Select(arm => arm with { Rounds = [.. arm.Rounds.Take(4)] })],
                    Partial = "it was interrupted",
                }
            ).ToJson()
        );
        return whole;
    }

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

    protected (int ExitCode, string Output, string Error) Run(string[] arguments) =>
        RunBench(["load", "sweep", "-d", Folder, .. arguments]);

    protected (int ExitCode, string Output, string Error) RunBench(string[] arguments, string? path = null, int? maxFiles = null)
    {
        var process = Start(arguments, path, maxFiles);
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        Assert.True(process.WaitForExit(Patience));
        return (process.ExitCode, output, error.Result);
    }

    // In the checkout, where samples/ is, but for what is read from the test's own folder.
    protected Process Start(string[] arguments, string? path = null, int? maxFiles = null)
    {
        string[] limit = maxFiles is { } files ? ["sh", "-c", FormattableString.Invariant($"ulimit -n {files}; exec \"$0\" \"$@\"")] : [];
        string[] command =
        [
            .. limit,
            .. InterruptSignal.NotIgnored(),
            DotnetPath(),
            Path.Combine(AppContext.BaseDirectory, "bench.dll"),
            .. arguments,
        ];
        var start = new ProcessStartInfo(command[0], command[1..])
        {
            WorkingDirectory = arguments.Contains("diff") || arguments.Contains("gate") ? Folder : Checkout.Root,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        if (path is not null)
            start.Environment["PATH"] = path;
        processes.Add(Process.Start(start)!);
        return processes[^1];
    }

    protected (Process Server, string Address) StartSample()
    {
        var start = new ProcessStartInfo(
            "dotnet",
            [
                "run",
                "-c",
                "Release",
                "--project",
                Path.Combine(Checkout.Root, "samples", "MinimalApi"),
                "--",
                "--urls",
                "http://127.0.0.1:0",
            ]
        )
        {
            RedirectStandardOutput = true,
        };
        var server = Process.Start(start)!;
        processes.Add(server);
        string? line;
        while ((line = server.StandardOutput.ReadLine()) is not null && !line.Contains("listens on", StringComparison.Ordinal)) { }

        return (server, line!.Split(' ')[^1]);
    }

    protected static string DotnetPath() =>
        Environment.ProcessPath is { } own && Path.GetFileNameWithoutExtension(own) == "dotnet"
            ? own
            : (Environment.GetEnvironmentVariable("PATH") ?? "")
                .Split(Path.PathSeparator)
                .Select(folder => Path.Combine(folder, "dotnet"))
                .First(File.Exists);

    /// <summary>The server that a bench has started: its child that runs the sample.</summary>
    protected static Task<int> ServerOf(Process bench) => ChildOf(bench, "MinimalApi.dll");

    /// <param name="program">What stands in its command line.</param>
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
                // One that was just listed has ended.
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
