// Measures the cost and the verdict of a check of the whole suite: of edits that do not affect the time of any benchmark, and of
// benchmarks that were made 10% slower. Each change is made and checked in a throw-away clone of this repository's HEAD. Records
// are appended after each check; existing ones are kept:
//   dotnet run -c Release --project eng/CheckCost -- --output DIR [--only NAME...] [--slower] [--busy | --beside WHAT]
//     [-- arguments of bench gate]
using System.CommandLine;
using Bench.Eng;
using CheckCost;

var only = new Option<string[]>("--only")
{
    AllowMultipleArgumentsPerToken = true,
    Description = "Which edits of edits.json, or with --slower which benchmarks of slowdowns.json. Default: all.",
};
var slower = new Option<bool>("--slower") { Description = "Makes benchmarks 10 % slower, one a check, and checks their classes." };
var busy = new Option<bool>("--busy") { Description = "Keeps one core busy meanwhile." };
var beside = new Option<string>("--beside") { Description = "What keeps a core busy meanwhile, in words: started by nobody here, as another check." };
var output = new Option<string>("--output") { Required = true, Description = "The folder of the records and README.md." };
var gate = new Argument<string[]>("arguments") { Arity = ArgumentArity.ZeroOrMore, Description = "Arguments of bench gate." };

var command = new RootCommand { only, slower, busy, beside, output, gate };
return await LongCommand.Run(
    command,
    args,
    (arguments, cancellationToken) =>
    {
        using var database = new SharedDatabase();
        var folder = Path.GetFullPath(arguments.GetValue(output)!);
        Directory.CreateDirectory(folder);
        var (edits, slowdowns) = (Path.Combine(folder, "records.jsonl"), Path.Combine(folder, "slowdowns.jsonl"));
        var neighbour = arguments.GetValue(beside);
        var check = new RealCheck(arguments.GetValue(busy) || neighbour is not null, neighbour, arguments.GetValue(gate)!);
        string[] names = arguments.GetValue(only)!;
        foreach (var (name, made) in arguments.GetValue(slower) ? check.Slowdowns() : check.Edits())
        {
            var records = arguments.GetValue(slower) ? slowdowns : edits;
            if ((names.Length > 0 && !names.Contains(name)) || CheckRecord.ReadAll(records).Any(made.IsDone))
                continue;
            var record = made.Run(cancellationToken);
            record.AppendTo(records);
            Console.WriteLine(
                $"{DateTime.Now:HH:mm} {name}: exit code {record.ExitCode} in {record.Seconds} s, {record.Measured} measured, {record.NotPassed.Count} not passed"
            );
        }

        CostPage.Write(Path.Combine(folder, "README.md"), CheckRecord.ReadAll(edits), CheckRecord.ReadAll(slowdowns));
    }
);
