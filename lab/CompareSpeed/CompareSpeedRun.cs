using System.Globalization;
using Bench.Comparison;
using Lab.Trials;

namespace Lab.CompareSpeed;

internal static class CompareSpeedRun
{
    public static int Run(CompareSpeedOptions options, Context context)
    {
        var folder = Directory.CreateTempSubdirectory("compare-speed-").FullName;
        try
        {
            var commands = new List<(string Name, string[] Command)>
            {
                ("bench compare", ["dotnet", DataFile.PathOf("bench.dll"), "compare", "{old}", "{new}"]),
            };
            if (options.Other is { } other)
                commands.Add(("other", other.Split(' ', StringSplitOptions.RemoveEmptyEntries)));

            context.Screen.WriteLine("| benchmarks a side | files | command | median s | fastest s | slowest s | peak memory |");
            context.Screen.WriteLine("| ---: | ---: | --- | ---: | ---: | ---: | ---: |");
            foreach (var benchmarks in options.Benchmarks)
            {
                string old = Path.Combine(folder, $"{benchmarks}-old"),
                    @new = Path.Combine(folder, $"{benchmarks}-new");
                var bytes = GeneratedRun.Write(old, benchmarks, seed: 1) + GeneratedRun.Write(@new, benchmarks, seed: 2);
                var runs = commands.ToDictionary(command => command.Name, _ => new List<(double Seconds, double Megabytes)>());
                // Interleaved, so that a slow minute of the machine is everybody's.
                // The first round fills the file cache and does not count.
                for (var repeat = 0; repeat <= options.Repeats; repeat++)
                {
                    foreach (var (name, command) in commands)
                    {
                        context.Cancellation.ThrowIfCancellationRequested();
                        var run = Measured.Run([.. command.Select(part => part.Replace("{old}", old).Replace("{new}", @new))]);
                        if (repeat > 0)
                            runs[name].Add(run);
                    }
                }

                foreach (var (name, measured) in runs)
                {
                    var seconds = measured.Select(run => run.Seconds).Order().ToArray();
                    context.Screen.WriteLine(
                        string.Create(
                            CultureInfo.InvariantCulture,
                            $"| {benchmarks} | {bytes / 1e6:0} MB | {name} | {seconds[seconds.Length / 2]:0.00} | {seconds[0]:0.00} | {seconds[^1]:0.00} | {measured.Max(run => run.Megabytes):0} MB |"
                        )
                    );
                }
            }
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }

        return (int)ExitCode.Passed;
    }
}
