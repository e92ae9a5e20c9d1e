// Checks if interleaved arms differ by as much as in long runs in which each is alone. It measures real differences of the samples
// in a throw-away clone of this repository's HEAD. Each way of a matrix is a file; existing files of the same commit are kept:
//   dotnet run -c Release --project eng/LoadTruth -- --output DIR [--only NAME...] [--rounds 5] [--alone 30]
using System.CommandLine;
using Bench.Eng;
using LoadTruth;

var only = new Option<string[]>("--only")
{
    AllowMultipleArgumentsPerToken = true,
    Description = "Which matrices, as 'costs'. Default: all.",
};
var rounds = new Option<int>("--rounds") { DefaultValueFactory = _ => 5, Description = "Rounds of each way." };
var warmUp = new Option<double>("--warmup") { DefaultValueFactory = _ => 10, Description = "Seconds of warm-up of each process." };
var interleaved = new Option<double>("--interleaved") { DefaultValueFactory = _ => 10, Description = "Seconds of an arm in a round, interleaved." };
var alone = new Option<double>("--alone") { DefaultValueFactory = _ => 30, Description = "Seconds of an arm in a round, alone." };
var output = new Option<string>("--output") { Required = true, Description = "The folder of the measured matrices and README.md." };

var command = new RootCommand { only, rounds, warmUp, interleaved, alone, output };
return await LongCommand.Run(
    command,
    args,
    (arguments, cancellationToken) =>
    {
        var folder = Path.GetFullPath(arguments.GetValue(output)!);
        Directory.CreateDirectory(folder);
        var settings = new TruthSettings(
            arguments.GetValue(rounds),
            arguments.GetValue(warmUp),
            arguments.GetValue(interleaved),
            arguments.GetValue(alone)
        );
        string[] names = arguments.GetValue(only)!;
        foreach (var name in MeasuredTwice.Names.Where(name => names.Length == 0 || names.Contains(name)))
        {
            MeasuredTwice.Measure(name, settings, folder, cancellationToken);
            Console.WriteLine($"{DateTime.Now:HH:mm} {name}");
        }

        TruthPage.Write(Path.Combine(folder, "README.md"), [.. MeasuredTwice.ReadAll(folder)]);
    }
);
