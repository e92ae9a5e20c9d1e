// Measures how often bench bisect finds the commit. In a throw-away clone, a benchmark gets slower at a random commit of this
// repository's own history, and a bisection searches for it. Records are appended after each trial; existing ones are kept:
//   dotnet run -c Release --project eng/BisectTrials -- --output DIR [--identical] [--trials 20]
// The changes of known.json, forward and in reverse:
//   dotnet run -c Release --project eng/BisectTrials -- --output DIR --known [--among Benchmarks.Text.]
using System.CommandLine;
using System.Globalization;
using Bench.Eng;
using BisectTrials;
using CheckCost;

var trials = new Option<int>("--trials") { DefaultValueFactory = _ => 20, Description = "How many there are to be at the end." };
var identical = new Option<bool>("--identical") { Description = "Nothing gets slower." };
var known = new Option<bool>("--known") { Description = "The changes of known.json, forward and in reverse, and none that is written." };
var commits = new Option<int>("--commits") { DefaultValueFactory = _ => 100, Description = "How many commits lie between." };
var amongOption = new Option<string?>("--among")
{
    Description = "Which benchmarks of slowdowns.json, another in each trial, or of known.json: the beginning of their names. Default: Benchmarks.Serialization., of known.json all.",
};
var output = new Option<string>("--output") { Required = true, Description = "The folder of records.jsonl and README.md." };

var command = new RootCommand { trials, identical, known, commits, amongOption, output };
return await LongCommand.Run(
    command,
    args,
    (arguments, cancellationToken) =>
    {
        var folder = Path.GetFullPath(arguments.GetValue(output)!);
        Directory.CreateDirectory(folder);
        var records = Path.Combine(folder, "records.jsonl");
        var among = arguments.GetValue(amongOption) ?? (arguments.GetValue(known) ? "" : "Benchmarks.Serialization.");
        try
        {
            foreach (
                var trial in arguments.GetValue(known)
                    ? KnownTrials(among, TrialRecord.ReadAll(records))
                    : WrittenTrials(arguments, among, TrialRecord.ReadAll(records))
            )
            {
                var record = trial.Run(cancellationToken);
                record.AppendTo(records);
                Console.WriteLine(
                    $"{DateTime.Now:HH:mm} {record.Benchmark} {record.Known ?? record.Position?.ToString(CultureInfo.InvariantCulture)}: {(record.IsRight ? "right" : $"wrong: exit code {record.ExitCode}, positions {string.Join(", ", record.Found)} instead of {record.Position}")} in {record.Seconds} s, ends {record.Ratio}"
                );
            }
        }
        finally
        {
            TrialsPage.Write(Path.Combine(folder, "README.md"), TrialRecord.ReadAll(records));
        }
    }
);

static IEnumerable<Trial> KnownTrials(string among, IReadOnlyList<TrialRecord> done) =>
    KnownChange
        .All()
        .Where(change => change.Benchmark.StartsWith(among, StringComparison.Ordinal))
        .SelectMany(change => new[] { Trial.Of(change, isReverse: false), Trial.Of(change, isReverse: true) })
        .Where(trial => !done.Any(record => record.Known == trial.Known));

IEnumerable<Trial> WrittenTrials(ParseResult arguments, string among, IReadOnlyList<TrialRecord> done)
{
    var isIdentical = arguments.GetValue(identical);
    var count = arguments.GetValue(commits);
    Slowdown[] benchmarks =
    [
        .. Slowdown.All().Where(slowdown => slowdown.Benchmark.StartsWith(among, StringComparison.Ordinal)),
    ];
    var first = done.Count(record => record.Known is null && record.Position is null == isIdentical);
    for (var i = first; i < arguments.GetValue(trials); i++)
        yield return Trial.Of(benchmarks[i % benchmarks.Length], count, isIdentical ? null : new Random(i).Next(1, count + 1));
}
