// What a check of the whole suite costs, and whether it passes, after edits that no benchmark's time can notice. Each edit is made in a
// throw-away clone of this repository's HEAD and checked against it; records are appended a check at a time, those that are there are kept:
//   dotnet run -c Release --project eng/CheckCost -- --output docs/check-cost [--edit NAME...] [--busy] [-- arguments of bench gate]
using System.CommandLine;
using System.Diagnostics;
using Bench.Processes;
using Bench.Runner;
using CheckCost;

var edits = new Option<string[]>("--edit")
{
    AllowMultipleArgumentsPerToken = true,
    DefaultValueFactory = _ => [.. Edit.All().Select(edit => edit.Name)],
    Description = "Which edits of edits.json. Default: all.",
};
var busy = new Option<bool>("--busy") { Description = "Keeps one core busy meanwhile." };
var output = new Option<string>("--output") { Required = true, Description = "The folder of records.jsonl and README.md." };
var gate = new Argument<string[]>("arguments") { Arity = ArgumentArity.ZeroOrMore, Description = "Arguments of bench gate." };

var command = new RootCommand { edits, busy, output, gate };
command.SetAction(
    (arguments, cancellationToken) =>
        Task.Run(() =>
        {
            var folder = Path.GetFullPath(arguments.GetValue(output)!);
            Directory.CreateDirectory(folder);
            var records = Path.Combine(folder, "records.jsonl");
            var isBusy = arguments.GetValue(busy);
            string[] options = arguments.GetValue(gate)!;
            foreach (var name in arguments.GetValue(edits)!)
            {
                var text = string.Join(' ', ["bench gate --baseline HEAD", .. options]);
                if (CheckRecord.ReadAll(records).Any(done => done.Edit == name && done.IsBusy == isBusy && done.Command == text))
                    continue;
                var record = Check(Edit.All().Single(edit => edit.Name == name), isBusy, options, text, cancellationToken);
                record.AppendTo(records);
                Console.WriteLine(
                    $"{DateTime.Now:HH:mm} {name}: exit code {record.ExitCode} in {record.Seconds} s, {record.Measured} measured, {record.NotPassed.Count} not passed"
                );
            }

            CostPage.Write(Path.Combine(folder, "README.md"), CheckRecord.ReadAll(records));
        })
);
return await command.Parse(args).InvokeAsync();

static CheckRecord Check(Edit edit, bool isBusy, string[] options, string text, CancellationToken cancellationToken)
{
    var folder = Directory.CreateTempSubdirectory("check-cost-").FullName;
    try
    {
        var clone = Path.Combine(folder, "clone");
        Run("git", folder, cancellationToken, "clone", "--quiet", Directory.GetCurrentDirectory(), clone);
        edit.Make(clone);
        using var load = isBusy ? new BusyCore() : null;
        var clock = Stopwatch.StartNew();
        var check = ChildProcess.Run(
            "dotnet",
            clone,
            cancellationToken,
            [
                Path.Combine(AppContext.BaseDirectory, "bench.dll"),
                "gate",
                "--baseline",
                "HEAD",
                "--results",
                Path.Combine(folder, "results"),
                .. options,
            ]
        );
        return check.ExitCode is 0 or 1 or 3
            ? CheckRecord.Read(edit.Name, isBusy, check.ExitCode, clock.Elapsed, Path.Combine(folder, "results"), text)
            : throw new InvalidOperationException($"{edit.Name}: exit code {check.ExitCode}: {check.Error}");
    }
    finally
    {
        Directory.Delete(folder, recursive: true);
    }
}

static void Run(string program, string folder, CancellationToken cancellationToken, params string[] arguments)
{
    var run = ChildProcess.Run(program, folder, cancellationToken, arguments);
    if (run.ExitCode != 0)
        throw new InvalidOperationException($"{program} {string.Join(' ', arguments)}: {run.Error}");
}
