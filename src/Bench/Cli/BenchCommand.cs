using System.CommandLine;
using System.CommandLine.Help;
using Bench.Cli.Affected;
using Bench.Cli.Bisect;
using Bench.Cli.Compare;
using Bench.Cli.Doctor;
using Bench.Cli.Explain;
using Bench.Cli.Gate;
using Bench.Cli.History;
using Bench.Cli.Init;
using Bench.Cli.Load;
using Bench.Cli.Merge;
using Bench.Cli.Report;
using Bench.Cli.Versus;
using Bench.Comparison;

namespace Bench.Cli;

internal static class BenchCommand
{
    private static readonly Lazy<RootCommand> Root = new(Create);

    public static int Run(string[] arguments, Context context)
    {
        if (arguments.Length == 0)
        {
            context.Screen.Write(Overview.Text);
            return (int)ExitCode.Usage;
        }

        return Invocation.Run(Root.Value, arguments, context);
    }

    /// <summary>All verbs with their options.</summary>
    public static RootCommand Create()
    {
        var root = new RootCommand("Measure and compare .NET benchmarks, and check pull requests for performance regressions.")
        {
            AffectedCommand.Create(),
            BisectCommand.Create(),
            CompareCommand.Create(),
            DoctorCommand.Create(),
            ExplainCommand.Create(),
            GateCommand.Create(),
            HistoryCommand.Create(),
            InitCommand.Create(),
            LoadCommand.Create(),
            MergeCommand.Create(),
            ReportCommand.Create(),
            VersusCommand.Create(),
        };
        root.Options.OfType<HelpOption>().Single().Action = new HelpPage();
        return root;
    }
}
