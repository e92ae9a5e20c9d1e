using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;

namespace Bench.Load;

internal sealed record GeneratorRun(IReadOnlyList<string> Outputs, double Cores);

internal static class Generator
{
    private static readonly TimeSpan Sampling = TimeSpan.FromMilliseconds(100);

    // mustStop gets the time since the start; patience is the time after the planned end before the run counts as stuck.
    public static GeneratorRun Run(
        Tool tool,
        IEnumerable<IReadOnlyList<string>> arguments,
        TimeSpan duration,
        CancellationToken cancellationToken,
        Func<TimeSpan, bool>? mustStop = null,
        IReadOnlyList<int>? cores = null,
        TimeSpan? patience = null
    )
    {
        var most = patience ?? LoadRequest.UsualPatience;
        cancellationToken.ThrowIfCancellationRequested();
        var running = new List<Running>();
        try
        {
            foreach (var list in arguments)
                running.Add(new Running(tool, list, cores));
            var clock = Stopwatch.StartNew();
            // Ask every process each time: one that has ended no longer reports its processor time.
            while (running.Count(one => one.HasEnded(Sampling)) < running.Count)
            {
                cancellationToken.ThrowIfCancellationRequested();
                if (mustStop?.Invoke(clock.Elapsed) == true)
                    return new GeneratorRun([], 0);
                if (clock.Elapsed > duration + most)
                    throw new StuckGeneratorException(
                        string.Create(
                            CultureInfo.InvariantCulture,
                            $"{tool.Name} did not end within {most.TotalSeconds:0} s after the load. The server may not be responding."
                        )
                    );
            }

            // On a terminal Ctrl-C also ends the generators, which then print partial results.
            cancellationToken.ThrowIfCancellationRequested();
            return new GeneratorRun(
                [.. running.Select(one => one.Output())],
                running.Sum(one => one.ProcessorTime.TotalSeconds) / running.Max(one => one.Time.TotalSeconds)
            );
        }
        finally
        {
            foreach (var one in running)
                one.Dispose();
        }
    }

    private sealed class Running : IDisposable
    {
        private readonly Process process;
        private readonly Task<string> output;
        private readonly Task<string> error;
        private readonly Stopwatch clock = Stopwatch.StartNew();
        private readonly string name;

        public Running(Tool tool, IReadOnlyList<string> arguments, IReadOnlyList<int>? cores)
        {
            name = tool.Name;
            var start = CoreSplit.Command(cores, tool.Name, arguments);
            (start.RedirectStandardInput, start.RedirectStandardOutput, start.RedirectStandardError) = (true, true, true);
            process = Process.Start(start)!;
            process.StandardInput.Close();
            output = process.StandardOutput.ReadToEndAsync();
            error = process.StandardError.ReadToEndAsync();
        }

        // As of the last look: an ended process no longer reports it.
        public TimeSpan ProcessorTime { get; private set; }

        public TimeSpan Time { get; private set; } = TimeSpan.FromMilliseconds(1);

        public bool HasEnded(TimeSpan wait)
        {
            try
            {
                (ProcessorTime, Time) = (process.TotalProcessorTime, clock.Elapsed);
            }
            catch (Exception e) when (e is InvalidOperationException or Win32Exception)
            {
                // It has ended.
            }

            return process.WaitForExit(wait);
        }

        public string Output()
        {
            process.WaitForExit();
            var (text, complaint) = (output.GetAwaiter().GetResult(), error.GetAwaiter().GetResult());
            return process.ExitCode == 0
                ? text
                : throw new LoadException(
                    $"{name} failed: {(complaint + text).Split('\n').FirstOrDefault(line => line.Trim().Length > 0)?.Trim()}"
                );
        }

        public void Dispose()
        {
            try
            {
                process.Kill();
            }
            catch (InvalidOperationException)
            {
                // It has ended by itself.
            }

            process.Dispose();
        }
    }
}
