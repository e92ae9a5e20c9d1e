namespace Bench.Tests;

/// <summary>
/// A step of a workflow in a real shell, with stand-ins for the programs that it calls: they keep their command lines, and <c>bench</c>
/// leaves a result or a page, as it would.
/// </summary>
internal sealed class ScriptRun : FolderTests
{
    public ScriptRun(int exitCode = 0)
    {
        var record = $"""printf '%s' "$(basename "$0")" >> "{Calls}"; printf ' "%s"' "$@" >> "{Calls}"; echo >> "{Calls}" """;
        folder.Write(
            "bin/bench",
            $$"""
            #!/usr/bin/env bash
            {{record}}
            pwd >> "{{Path.Combine(folder.Root, "folders")}}"
            while [ $# -gt 0 ]; do
              if [ "$1" = --artifacts ]; then mkdir -p "$2"; echo '{}' > "$2/bench-results.json"; echo verdict > "$2/report.md"; fi
              if [ "$1" = --output ]; then mkdir -p "$(dirname "$2")"; echo '<a href="../src/A.cs">A.cs</a>' > "$2"; fi
              shift
            done
            exit {{exitCode}}
            """
        );
        foreach (var name in new[] { "curl", "dotnet", "gh", "git", "sudo" })
            folder.Write($"bin/{name}", $"#!/usr/bin/env bash\n{record}\n");
        // The place where a package would install it.
        folder.Write("bench/bench", File.ReadAllText(Path.Combine(folder.Root, "bin", "bench")));
        foreach (var name in new[] { "bin/bench", "bin/curl", "bin/dotnet", "bin/gh", "bin/git", "bin/sudo", "bench/bench" })
            MakeExecutable(Path.Combine(folder.Root, name));
        foreach (var part in new[] { "part-1", "part-2" })
            folder.Write($"{part}/bench-results.json", "{}");
    }

    public string Root => folder.Root;

    public IEnumerable<string> BenchCalls => Called("bench ");

    /// <summary>The current folder of each call.</summary>
    public IEnumerable<string> BenchFolders => Written("folders").Split('\n', StringSplitOptions.RemoveEmptyEntries);

    public IEnumerable<string> DotnetCalls => Called("dotnet ");

    public string Written(string name) => Path.Combine(Root, name) is var file && File.Exists(file) ? File.ReadAllText(file) : "";

    public int Run(string script, IReadOnlyDictionary<string, string> variables)
    {
        var start = new ProcessStartInfo("bash", ["-e", "-o", "pipefail", folder.Write("step.sh", script)])
        {
            WorkingDirectory = Root,
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };
        start.Environment["PATH"] = $"{Path.Combine(Root, "bin")}:{Environment.GetEnvironmentVariable("PATH")}";
        start.Environment["RUNNER_TEMP"] = Root;
        foreach (var file in new[] { "GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY" })
            start.Environment[file] = Path.Combine(Root, file);
        foreach (var (name, value) in variables)
            start.Environment[name] = value;
        using var process = Process.Start(start)!;
        var error = process.StandardError.ReadToEndAsync();
        Output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Error = error.Result;
        return process.ExitCode;
    }

    public string Output { get; private set; } = "";

    public string Error { get; private set; } = "";

    private string Calls => Path.Combine(folder.Root, "calls");

    private IEnumerable<string> Called(string program) =>
        Written("calls")
            .Split('\n')
            .Where(line => line.StartsWith(program, StringComparison.Ordinal))
            .Select(line => line[program.Length..]);

    private static void MakeExecutable(string file)
    {
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }
}
