using System.ComponentModel;
using System.Diagnostics;
using System.Text;

namespace Bench.Processes;

/// <summary>A program that runs to its end and says something.</summary>
internal sealed record ChildProcess(int ExitCode, string Output, string Error)
{
    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false);

    /// <summary>Runs a program; cancelled, it ends it with all that it started.</summary>
    public static ChildProcess Run(
        string program,
        string folder,
        CancellationToken cancellationToken,
        params IEnumerable<string> arguments
    ) => Run(program, folder, cancellationToken, null, arguments);

    /// <summary>Runs a program with environment variables besides its own.</summary>
    public static ChildProcess Run(
        string program,
        string folder,
        CancellationToken cancellationToken,
        Dictionary<string, string>? variables,
        params IEnumerable<string> arguments
    ) =>
        Run(
            program,
            folder,
            cancellationToken,
            start =>
            {
                foreach (var (name, value) in variables ?? [])
                    start.Environment[name] = value;
            },
            static _ => { },
            arguments
        );

    /// <summary>Runs a program.</summary>
    /// <param name="prepare">Changes how it is started.</param>
    /// <param name="started">Is called once it runs.</param>
    public static ChildProcess Run(
        string program,
        string folder,
        CancellationToken cancellationToken,
        Action<ProcessStartInfo> prepare,
        Action<Process> started,
        params IEnumerable<string> arguments
    )
    {
        cancellationToken.ThrowIfCancellationRequested();
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        // Whatever the console speaks: dotnet follows it.
        if (program == "git")
            start.StandardOutputEncoding = start.StandardErrorEncoding = Utf8;
        prepare(start);
        try
        {
            using var process = Process.Start(start)!;
            started(process);
            process.StandardInput.Close();
            using var registration = cancellationToken.Register(() => Kill(process));
            var error = process.StandardError.ReadToEndAsync(CancellationToken.None);
            var output = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            cancellationToken.ThrowIfCancellationRequested();
            return new ChildProcess(process.ExitCode, output, error.GetAwaiter().GetResult());
        }
        catch (Win32Exception e)
        {
            throw new BenchException(
                Directory.Exists(folder) ? $"{program} is not on PATH." : $"{program} can't be started in {folder}: {e.Message}"
            );
        }
    }

    private static void Kill(Process process)
    {
        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception or AggregateException)
        {
            // It ended by itself; or what it started is another user's, and can't be ended.
        }
    }
}
