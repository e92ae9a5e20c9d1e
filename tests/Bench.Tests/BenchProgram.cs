using System.Diagnostics;

namespace Bench.Tests;

/// <summary>The real program in a process of its own.</summary>
internal static class BenchProgram
{
    public static Finished Run(string folder, params string[] arguments) => RunWith("", folder, arguments);

    public static Finished RunWith(string input, string folder, params string[] arguments) => Run([], input, folder, arguments);

    /// <summary>Where a process may have no more files open.</summary>
    public static Finished RunWithFiles(int files, string folder, params string[] arguments) =>
        Run(["sh", "-c", FormattableString.Invariant($"ulimit -n {files}; exec \"$0\" \"$@\"")], "", folder, arguments);

    private static Finished Run(string[] before, string input, string folder, string[] arguments)
    {
        string[] command =
        [
            .. before,
            Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet",
            Path.Combine(AppContext.BaseDirectory, "bench.dll"),
            .. arguments,
        ];
        var start = new ProcessStartInfo(command[0], command[1..])
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        // What is looked for stands on one line.
        start.Environment["COLUMNS"] = "1000";
        using var process = Process.Start(start)!;
        process.StandardInput.Write(input);
        process.StandardInput.Close();
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return new Finished(process.ExitCode, output, error.Result);
    }

    /// <summary>What the program writes to a terminal, standard error among it.</summary>
    /// <param name="preparation">What the shell of the terminal does before; it ends with what stands before the command.</param>
    public static string OnTerminal(string folder, string preparation, string arguments)
    {
        var start = new ProcessStartInfo("/usr/bin/script")
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        start.Environment.Remove("COLUMNS");
        foreach (
            var argument in (string[])
                ["-q", "-e", "-c", $"{preparation} dotnet '{Path.Combine(AppContext.BaseDirectory, "bench.dll")}' {arguments}", "/dev/null"]
        )
            start.ArgumentList.Add(argument);
        using var process = Process.Start(start)!;
        process.StandardInput.Close();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return output;
    }

    internal sealed record Finished(int ExitCode, string Output, string Error);
}
