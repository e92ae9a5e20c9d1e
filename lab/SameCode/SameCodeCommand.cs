// Replays commits of this repository, each against its parent: counts the benchmarks that are proven to run the same code, and
// checks by measuring some of them. Records are appended after each commit, so that an interrupted run continues:
//   dotnet run -c Release --project eng/SameCodeReplay -- --until 5bb8aa8 --output docs/internals/evidence/same-code
using System.CommandLine;
using Bench.Eng;
using Bench.Runner;
using SameCodeReplay;

var commits = new Option<int>("--commits") { DefaultValueFactory = _ => 40, Description = "How many commits." };
var until = new Option<string>("--until") { DefaultValueFactory = _ => "HEAD", Description = "The newest of them." };
var paths = new Option<string[]>("--path")
{
    AllowMultipleArgumentsPerToken = true,
    DefaultValueFactory = _ =>
        ["benchmarks", "samples", "src/IgnoreCaseReplace", "src/MockResponses", "src/PrivatePostgres", "src/Harness"],
    Description = "Only commits that change something below these.",
};
var project = new Option<string>("--project") { DefaultValueFactory = _ => "benchmarks/Benchmarks.csproj" };
var examined = new Option<int>("--examined") { DefaultValueFactory = _ => 40, Description = "How many benchmarks of a commit." };
var measured = new Option<int>("--measured")
{
    DefaultValueFactory = _ => 6,
    Description = "How many of those that are proven are measured all the same.",
};
var seed = new Option<int>("--seed") { DefaultValueFactory = _ => 1 };
var output = new Option<string>("--output") { Required = true, Description = "The folder of records.jsonl and README.md." };

var command = new RootCommand { commits, until, paths, project, examined, measured, seed, output };
return await LongCommand.Run(
    command,
    args,
    (arguments, cancellationToken) =>
    {
        using var database = new SharedDatabase();
        var repository = Repository.Find(Directory.GetCurrentDirectory(), cancellationToken);
        var records = new ReplayRecords(Path.GetFullPath(arguments.GetValue(output)!));
        var replay = new Replay(
            repository,
            arguments.GetValue(project)!,
            arguments.GetValue(examined),
            arguments.GetValue(measured),
            arguments.GetValue(seed)
        );
        var all = Replay.Commits(
            repository.Root,
            arguments.GetValue(until)!,
            arguments.GetValue(commits),
            arguments.GetValue(paths)!,
            cancellationToken
        );
        foreach (var commit in all.Except(records.Commits.Select(done => done.Commit)))
        {
            var replayed = replay.Run(commit, cancellationToken);
            records.Add(replayed);
            Console.WriteLine(
                FormattableString.Invariant(
                    $"{DateTime.Now:HH:mm} {commit[..12]} {replayed.Skipped ?? $"{replayed.Same} of {replayed.Examined} same in {replayed.ProofSeconds} s, {replayed.Measured.Count} measured"}"
                )
            );
        }

        records.WritePage();
    }
);
