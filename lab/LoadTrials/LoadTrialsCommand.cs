// Measures how often bench load gate is right. Each known change of a sample is made and checked in a throw-away clone of this
// repository's HEAD. Records are appended after each trial; existing ones are kept:
//   dotnet run -c Release --project eng/LoadTrials -- --output DIR [--trials 30] [--only NAME...] [--busy]
//     [-- arguments of bench load gate]
using System.CommandLine;
using Bench.Eng;
using LoadTrials;

var trials = new Option<int>("--trials") { DefaultValueFactory = _ => 30, Description = "How many of each change there are to be at the end." };
var only = new Option<string[]>("--only")
{
    AllowMultipleArgumentsPerToken = true,
    Description = "Which changes of changes.json. Default: all.",
};
var busy = new Option<bool>("--busy") { Description = "Keeps one core busy meanwhile." };
var output = new Option<string>("--output") { Required = true, Description = "The folder of records.jsonl and README.md." };
var gate = new Argument<string[]>("arguments") { Arity = ArgumentArity.ZeroOrMore, Description = "Arguments of bench load gate." };

var command = new RootCommand { trials, only, busy, output, gate };
return await LongCommand.Run(
    command,
    args,
    (arguments, cancellationToken) =>
    {
        var folder = Path.GetFullPath(arguments.GetValue(output)!);
        Directory.CreateDirectory(folder);
        var records = Path.Combine(folder, "records.jsonl");
        string[] names = arguments.GetValue(only)!;
        Trial[] all =
        [
            .. Change
                .All()
                .Where(change => names.Length == 0 || names.Contains(change.Name))
                .Select(change => new Trial(change, arguments.GetValue(busy), arguments.GetValue(gate)!)),
        ];
        TrialsPage.Write(Path.Combine(folder, "README.md"), TrialRecord.ReadAll(records));
        // Interleaved, so that changes of the machine within hours affect all of them.
        for (var number = 1; number <= arguments.GetValue(trials); number++)
        {
            foreach (var trial in all.Where(trial => TrialRecord.ReadAll(records).Count(trial.IsOf) < number))
            {
                var record = trial.Run(cancellationToken);
                record.AppendTo(records);
                TrialsPage.Write(Path.Combine(folder, "README.md"), TrialRecord.ReadAll(records));
                Console.WriteLine(
                    $"{DateTime.Now:HH:mm} {record.Change}: exit code {record.ExitCode} in {record.Seconds} s, {(record.IsRight ? "right" : "not right")}"
                );
            }
        }
    }
);
