using System.ComponentModel;
using System.Diagnostics;

namespace Bench.Processes;

internal sealed record ChildProcess(int ExitCode, string Output, string Error)
{
    // Cancellation kills the program and everything that it started.
    public static ChildProcess Run(
        string program,
        string folder,
        CancellationToken cancellationToken,
        params IEnumerable<string> arguments
    ) => Run(program, folder, cancellationToken, null, arguments);

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

    // `started` is called while the program runs.
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
                Directory.Exists(folder) ? $"{program} is not on PATH." : $"{program} cannot be started in {folder}: {e.Message}"
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
            // It ended by itself, or it started a process of another user, which cannot be killed.
        }
    }
}
