using System.CommandLine;
using Bench;
using Bench.Affected;
using Bench.Bisect;
using Bench.Claims;
using Bench.Compare;
using Bench.Comparison;
using Bench.Doctor;
using Bench.Explain;
using Bench.Gate;
using Bench.History;
using Bench.Init;
using Bench.Load;
using Bench.Merge;
using Bench.Reference;
using Bench.Report;
using Bench.Study;
using Bench.Versus;

var root = new RootCommand("Compares benchmark runs, with verdicts that can be trusted.")
{
    AffectedCommand.Create(),
    BisectCommand.Create(),
    ClaimsCommand.Create(),
    CompareCommand.Create(),
    DoctorCommand.Create(),
    ExplainCommand.Create(),
    GateCommand.Create(),
    HistoryCommand.Create(),
    InitCommand.Create(),
    LoadCommand.Create(),
    MergeCommand.Create(),
    ReportCommand.Create(),
    StudyCommand.Create(),
    VersusCommand.Create(),
};
root.Subcommands.Add(ReferenceCommand.Create(root));

// Who types the name alone wants to know what it is for, and not all that it can do.
if (args.Length == 0)
{
    Screen.Write(FirstLook.Text);
    return (int)ExitCode.Usage;
}

// What scripts may still call as it once was called.
var parsed = root.Parse(
    [
        .. args.Select(argument =>
            argument switch
            {
                "--units" => "--replicates",
                "--row-limit" => "--benchmark-timeout",
                _ => argument,
            }
        ),
    ],
    // A body is read from a file by @, and no arguments are.
    new ParserConfiguration { ResponseFileTokenReplacer = null }
);

// What a shell asks, so as to complete it, is not whole.
if (!args[0].StartsWith("[suggest", StringComparison.Ordinal) && ParseTrouble.Of(parsed) is { } trouble)
    return Screen.Fail(trouble);

// Ctrl-C ends the process the usual way, with 130.
return parsed.Invoke(new InvocationConfiguration { EnableDefaultExceptionHandler = false, ProcessTerminationTimeout = null });
