using System.Diagnostics;
using System.Globalization;

namespace Bench.Tests;

/// <summary>The command: inside the test, or as a process of its own where only a process shows what is promised.</summary>
internal static class BenchProgram
{
    // What is looked for stands on one line.
    private const int Columns = 1000;

    /// <summary>Runs the command inside the test.</summary>
    public static Finished Run(string folder, params string[] arguments) => RunWith("", folder, arguments);

    /// <summary>Runs the command inside the test, with something on standard input.</summary>
    public static Finished RunWith(string input, string folder, params string[] arguments) =>
        Run(Context(folder) with { Input = new StringReader(input) }, arguments);

    /// <summary>Runs the command inside the test.</summary>
    /// <param name="context">From <see cref="Context"/>, with changes.</param>
    public static Finished Run(Context context, params string[] arguments)
    {
        var exitCode = BenchCommand.Run(arguments, context);
        return new Finished(exitCode, context.Screen.Output.ToString()!, context.Screen.Error.ToString()!);
    }

    /// <summary>A context of a test: what the command writes is kept, and nothing comes from the process of the test.</summary>
    public static Context Context(string folder) =>
        new()
        {
            Input = TextReader.Null,
            Screen = new Screen
            {
                Output = new StringWriter(CultureInfo.InvariantCulture),
                Error = new StringWriter(CultureInfo.InvariantCulture),
                Columns = Columns,
            },
            Folder = folder,
            Variable = _ => null,
            Variables = () => TestBuilds.Variables(TestBuilds.CacheOfCommands),
            Cancellation = TestContext.Current.CancellationToken,
        };

    /// <summary>Runs the command as a process.</summary>
    public static Finished RunProcess(string folder, params string[] arguments) => Run([], "", folder, arguments);

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
        start.Environment["COLUMNS"] = Columns.ToString(CultureInfo.InvariantCulture);
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

    internal sealed record Finished(int ExitCode, string Output, string Error)
    {
        public string[] Errors => Error.ReplaceLineEndings("\n").Split('\n', StringSplitOptions.RemoveEmptyEntries);

        /// <summary>The one line that says what went wrong.</summary>
        public string Message => Assert.Single(Errors, line => line.StartsWith("bench: ", StringComparison.Ordinal));

        /// <summary>Standard output without line breaks, which depend on the width.</summary>
        public string Text => string.Join(' ', Output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
    }
}
