namespace Bench.Tests;

/// <summary>Runs the command in a separate process, with its own folder for temporary files.</summary>
internal sealed class GateProcess : IDisposable
{
    // Only a guard against a hang: no test waits for it.
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(15);

    private readonly Process process;
    private readonly List<string> errors = [];

    public GateProcess(MeasuredPrograms programs, string folder, string? path, params string[] arguments)
    {
        Temporary = programs.Temporary;
        string[] command =
        [
            .. InterruptSignal.NotIgnored(),
            Environment.ProcessPath is { } own && Path.GetFileNameWithoutExtension(own) == "dotnet" ? own : Dotnet(),
            .. BenchProgram.Program(arguments),
        ];
        var start = new ProcessStartInfo(command[0], command[1..])
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["TMPDIR"] = start.Environment["TMP"] = start.Environment["TEMP"] = Temporary;
        // A compiler server would keep this folder in its environment, and outlive the process.
        start.Environment.Remove("UseSharedCompilation");
        // So wide that no line that a test looks for is broken.
        start.Environment["COLUMNS"] = "1000";
        if (path is not null)
            start.Environment["PATH"] = path;
        process = Process.Start(start)!;
        process.ErrorDataReceived += (_, line) =>
        {
            lock (errors)
            {
                if (line.Data is not null)
                    errors.Add(line.Data);
                Monitor.PulseAll(errors);
            }
        };
        process.BeginErrorReadLine();
    }

    public string Temporary { get; }

    public void WaitFor(string progress)
    {
        lock (errors)
        {
            while (!errors.Any(line => line.Contains(progress, StringComparison.Ordinal)))
                Assert.True(Monitor.Wait(errors, TimeSpan.FromSeconds(60)), $"'{progress}' did not come: {string.Join('\n', errors)}");
        }
    }

    /// <summary>Waits for a process that uses its temporary folder and has this text in its command line.</summary>
    public void WaitForProcess(string part)
    {
        // Only a guard against a hang: the builds come first.
        for (var i = 0; i < 2400 && !Processes().Any(command => command.Contains(part, StringComparison.Ordinal)); i++)
        {
            Assert.False(process.HasExited, string.Join('\n', errors));
            Thread.Sleep(50);
        }

        Assert.Contains(Processes(), command => command.Contains(part, StringComparison.Ordinal));
    }

    /// <summary>Ctrl-C, for this process only.</summary>
    public void Interrupt() => Signal("INT");

    /// <summary>A signal, for this process only.</summary>
    public void Signal(string name)
    {
        using var kill = Process.Start("kill", [$"-{name}", process.Id.ToString(CultureInfo.InvariantCulture)]);
        kill.WaitForExit();
        if (name != "KILL")
            return;
        // Every killed process leaves its own sockets for debuggers.
        process.WaitForExit();
        foreach (var socket in Directory.EnumerateFiles(Temporary, string.Create(CultureInfo.InvariantCulture, $"*-{process.Id}-*")))
            File.Delete(socket);
    }

    public Finished Finish()
    {
        var output = process.StandardOutput.ReadToEndAsync();
        if (!process.WaitForExit(Patience))
            process.Kill(entireProcessTree: true);
        process.WaitForExit();
        return new Finished(process.ExitCode, output.GetAwaiter().GetResult(), [.. errors]);
    }

    /// <summary>Folders and sockets that it left in its temporary folder, and processes that still use the folder.</summary>
    public IEnumerable<string> Leftovers()
    {
        foreach (var entry in Directory.EnumerateFileSystemEntries(Temporary))
        {
            // All builds of a user share NuGet's locks.
            if (!Path.GetFileName(entry).StartsWith("NuGetScratch", StringComparison.Ordinal))
                yield return entry;
        }

        foreach (var other in Processes())
            yield return other;
    }

    /// <summary>The command lines of the processes that use its temporary folder, including itself.</summary>
    public IEnumerable<string> Processes()
    {
        if (!OperatingSystem.IsLinux())
            yield break;
        foreach (
            var other in Directory
                .EnumerateDirectories("/proc")
                .Where(folder => int.TryParse(Path.GetFileName(folder), CultureInfo.InvariantCulture, out _))
        )
        {
            if ((Text(Path.Combine(other, "environ")) + Text(Path.Combine(other, "cmdline"))).Contains(Temporary, StringComparison.Ordinal))
                yield return Text(Path.Combine(other, "cmdline")).Replace('\0', ' ');
        }
    }

    public void Dispose()
    {
        if (!process.HasExited)
            process.Kill(entireProcessTree: true);
        process.Dispose();
    }

    private static string Dotnet() =>
        (Environment.GetEnvironmentVariable("PATH") ?? "")
            .Split(Path.PathSeparator)
            .Select(folder => Path.Combine(folder, OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet"))
            .First(File.Exists);

    private static string Text(string file)
    {
        try
        {
            return File.ReadAllText(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }

    internal sealed record Finished(int ExitCode, string Output, string[] Errors);
}
