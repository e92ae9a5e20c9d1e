// How often bench bisect finds the commit: a benchmark gets slower at a random commit of this repository's own history, in a throw-away
// clone, and is searched for. Records are appended a trial at a time, those that are there are kept:
//   dotnet run -c Release --project eng/BisectTrials -- --output DIR [--identical] [--trials 20]
using System.CommandLine;
using BisectTrials;
using CheckCost;

var trials = new Option<int>("--trials") { DefaultValueFactory = _ => 20, Description = "How many there are to be at the end." };
var identical = new Option<bool>("--identical") { Description = "Nothing gets slower." };
var commits = new Option<int>("--commits") { DefaultValueFactory = _ => 100, Description = "How many commits lie between." };
var among = new Option<string>("--among")
{
    DefaultValueFactory = _ => "Benchmarks.Serialization.",
    Description = "Which benchmarks of slowdowns.json, another in each trial: the beginning of their names.",
};
var output = new Option<string>("--output") { Required = true, Description = "The folder of records.jsonl and README.md." };

var command = new RootCommand { trials, identical, commits, among, output };
command.SetAction(
    (arguments, cancellationToken) =>
        Task.Run(() =>
        {
            var folder = Path.GetFullPath(arguments.GetValue(output)!);
            Directory.CreateDirectory(folder);
            var records = Path.Combine(folder, "records.jsonl");
            Slowdown[] benchmarks =
            [
                .. Slowdown.All().Where(slowdown => slowdown.Benchmark.StartsWith(arguments.GetValue(among)!, StringComparison.Ordinal)),
            ];
            var isIdentical = arguments.GetValue(identical);
            for (
                var done = TrialRecord.ReadAll(records).Count(record => record.Position is null == isIdentical);
                done < arguments.GetValue(trials);
                done++
            )
            {
                var random = new Random(done);
                var count = arguments.GetValue(commits);
                var trial = new Trial(benchmarks[done % benchmarks.Length], count, isIdentical ? null : random.Next(1, count + 1));
                var record = trial.Run(cancellationToken);
                record.AppendTo(records);
                Console.WriteLine(
                    $"{DateTime.Now:HH:mm} {record.Benchmark} {record.Position}: {(record.IsRight ? "right" : "wrong")} in {record.Seconds} s"
                );
            }

            TrialsPage.Write(Path.Combine(folder, "README.md"), TrialRecord.ReadAll(records));
        })
);
return await command.Parse(args).InvokeAsync();
