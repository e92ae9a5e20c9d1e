// Times `bench compare` from start to exit on generated runs, optionally alternating with another command:
//   dotnet run -c Release --project eng/CompareSpeed -- [--benchmarks 1000,2000,5000,10000] [--repeats 10] [--other 'COMMAND {old} {new}']
using System.Globalization;
using CompareSpeed;

var options = Options.Parse(args);
var folder = Directory.CreateTempSubdirectory("compare-speed-").FullName;
try
{
    var commands = new List<(string Name, string[] Command)>
    {
        ("bench compare", ["dotnet", Path.Combine(AppContext.BaseDirectory, "bench.dll"), "compare", "{old}", "{new}"]),
    };
    if (options.Other is { } other)
        commands.Add(("other", other.Split(' ', StringSplitOptions.RemoveEmptyEntries)));

    Console.WriteLine("| benchmarks per run | files | command | median s | fastest s | slowest s | peak memory |");
    Console.WriteLine("| ---: | ---: | --- | ---: | ---: | ---: | ---: |");
    foreach (var benchmarks in options.Benchmarks)
    {
        string old = Path.Combine(folder, $"{benchmarks}-old"),
            @new = Path.Combine(folder, $"{benchmarks}-new");
        var bytes = GeneratedRun.Write(old, benchmarks, seed: 1) + GeneratedRun.Write(@new, benchmarks, seed: 2);
        var runs = commands.ToDictionary(command => command.Name, _ => new List<(double Seconds, double Megabytes)>());
        // Interleaved, so that a slow minute of the machine affects all commands. The first round only fills the file cache.
        for (var repeat = 0; repeat <= options.Repeats; repeat++)
        {
            foreach (var (name, command) in commands)
            {
                var run = Measured.Run([.. command.Select(part => part.Replace("{old}", old).Replace("{new}", @new))]);
                if (repeat > 0)
                    runs[name].Add(run);
            }
        }

        foreach (var (name, measured) in runs)
        {
            var seconds = measured.Select(run => run.Seconds).Order().ToArray();
            Console.WriteLine(
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
