// Whether arms that are loaded interleaved differ by as much as in long runs in which each is alone: real differences of the samples, in
// a throw-away clone of this repository's HEAD. Records are appended a difference at a time, those that are there are kept:
//   dotnet run -c Release --project eng/LoadTruth -- --output DIR [--only NAME...] [--rounds 6] [--alone 60]
using System.CommandLine;
using Bench.Eng;
using LoadTruth;

var only = new Option<string[]>("--only")
{
    AllowMultipleArgumentsPerToken = true,
    Description = "Which differences: the arms of the files in matrices, as 'costs: a lock'. Default: all.",
};
var rounds = new Option<int>("--rounds") { DefaultValueFactory = _ => 6, Description = "Rounds of each way." };
var warmUp = new Option<double>("--warmup") { DefaultValueFactory = _ => 15, Description = "Seconds of warm-up of each process." };
var interleaved = new Option<double>("--interleaved") { DefaultValueFactory = _ => 12, Description = "Seconds of an arm in a round, interleaved." };
var alone = new Option<double>("--alone") { DefaultValueFactory = _ => 60, Description = "Seconds of an arm in a round, alone." };
var output = new Option<string>("--output") { Required = true, Description = "The folder of records.jsonl and README.md." };

var command = new RootCommand { only, rounds, warmUp, interleaved, alone, output };
return await LongCommand.Run(
    command,
    args,
    (arguments, cancellationToken) =>
    {
        var folder = Path.GetFullPath(arguments.GetValue(output)!);
        Directory.CreateDirectory(folder);
        var records = Path.Combine(folder, "records.jsonl");
        var settings = new TruthSettings(
            arguments.GetValue(rounds),
            arguments.GetValue(warmUp),
            arguments.GetValue(interleaved),
            arguments.GetValue(alone)
        );
        string[] names = arguments.GetValue(only)!;
        foreach (var difference in Difference.All().Where(one => names.Length == 0 || names.Contains(one.Name)))
        {
            if (TruthRecord.ReadAll(records).Any(record => record.Difference == difference.Name && record.Settings == settings))
                continue;
            var measured = difference.Measure(settings, cancellationToken);
            measured.AppendTo(records);
            TruthPage.Write(Path.Combine(folder, "README.md"), TruthRecord.ReadAll(records));
            Console.WriteLine(
                $"{DateTime.Now:HH:mm} {measured.Difference}: {measured.Measures.Count(measure => measure.IsMissed)} of {measured.Measures.Count} measures missed"
            );
        }
    }
);
