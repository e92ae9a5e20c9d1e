using Lab;

namespace Bench.Tests;

/// <summary>Runs the command inside the test, or as a process if only a process shows the tested behaviour.</summary>
internal static class BenchProgram
{
    // So wide that no line that a test looks for is broken.
    private const int Columns = 1000;

    /// <summary>Runs the command inside the test; <c>lab</c> as the first argument runs the laboratory's program instead.</summary>
    public static Finished Run(string folder, params string[] arguments) => RunWith("", folder, arguments);

    public static Finished RunWith(string input, string folder, params string[] arguments) =>
        Run(Context(folder) with { Input = new StringReader(input) }, arguments);

    /// <summary>Runs the command inside the test with real but brief measurements.</summary>
    public static Finished Measure(string folder, params string[] arguments) =>
        Run(Context(folder) with { Measurements = Brief.Measurements }, arguments);

    /// <param name="context">A changed <see cref="Context"/>.</param>
    public static Finished Run(Context context, params string[] arguments)
    {
        var words = ArgumentWords.Of(arguments);
        var exitCode = words is ["lab", .. var ofLab] ? LabCommand.Run(ofLab, context) : BenchCommand.Run(words, context);
        return new Finished(exitCode, context.Screen.Output.ToString()!, context.Screen.Error.ToString()!);
    }

    /// <summary>Captures what the command writes. Contains nothing of the test process.</summary>
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

    public static Finished RunProcess(string folder, params string[] arguments) => Run([], "", folder, arguments);

    public static Finished RunWithFiles(int files, string folder, params string[] arguments) =>
        Run(["sh", "-c", FormattableString.Invariant($"ulimit -n {files}; exec \"$0\" \"$@\"")], "", folder, arguments);

    private static Finished Run(string[] before, string input, string folder, string[] arguments)
    {
        string[] command =
        [
            .. before,
            Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet",
            .. Program(arguments),
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

    /// <summary>The file of the program and its arguments.</summary>
    public static IEnumerable<string> Program(string[] arguments) =>
        ArgumentWords.Of(arguments) is ["lab", .. var ofLab]
            ? ofLab.Prepend(Path.Combine(AppContext.BaseDirectory, "lab.dll"))
            : ArgumentWords.Of(arguments).Prepend(Path.Combine(AppContext.BaseDirectory, "bench.dll"));

    /// <summary>The output of the program on a terminal, with standard error.</summary>
    /// <param name="preparation">Shell text before the command, such as other commands or variables.</param>
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
        public string Message => Assert.Single(Errors, line => line.Split(": ")[0] is "bench" or "lab");

        /// <summary>Standard output without line breaks, which depend on the width.</summary>
        public string Text => string.Join(' ', Output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
    }
}
