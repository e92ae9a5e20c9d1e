using System.CommandLine;
using System.CommandLine.Help;
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
using Bench.Report;
using Bench.Study;
using Bench.Versus;

namespace Bench;

internal static class BenchCommand
{
    private static readonly Lazy<RootCommand> Root = new(Create);

    public static int Run(string[] arguments, Context context)
    {
        if (arguments.Length == 0)
        {
            context.Screen.Write(FirstLook.Text);
            return (int)ExitCode.Usage;
        }

        var parsed = Parse(arguments);
        // A shell asks for completions of an incomplete command line.
        if (!arguments[0].StartsWith("[suggest", StringComparison.Ordinal) && ParseTrouble.Of(parsed) is { } trouble)
            return context.Screen.Fail(trouble);
        return parsed.Invoke(new Invocation(context));
    }

    // The value of --body may begin with @ to name a file, so the parser must not expand it as a response file.
    private static ParseResult Parse(string[] arguments) =>
        Root.Value.Parse(arguments, new ParserConfiguration { ResponseFileTokenReplacer = null });

    public static RootCommand Create()
    {
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
        root.Options.OfType<HelpOption>().Single().Action = new HelpPage();
        return root;
    }
}
