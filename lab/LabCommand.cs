using System.CommandLine;
using System.CommandLine.Help;
using Lab.AllocationBudgets;
using Lab.Bisect;
using Lab.CheckCost;
using Lab.Claims;
using Lab.CompareSpeed;
using Lab.LoadTrials;
using Lab.LoadTruth;
using Lab.PublicData;
using Lab.SameCode;
using Lab.Study;

namespace Lab;

/// <summary>The programs behind the study, the judged claims and the evidence. They are not shipped.</summary>
internal static class LabCommand
{
    /// <summary>How the program is started from the top folder of the repository.</summary>
    public const string Typed = "dotnet run -c Release --project lab --";

    private static readonly Lazy<RootCommand> Root = new(Create);

    public static int Run(string[] arguments, Context context) =>
        Invocation.Run(Root.Value, arguments, context with { Screen = context.Screen with { Command = "lab" } });

    public static RootCommand Create()
    {
        var root = new RootCommand("Measures how reliable `bench` is, and judges what others have published.")
        {
            AllocationBudgetsCommand.Create(),
            BisectTrialsCommand.Create(),
            CheckCostCommand.Create(),
            ClaimsCommand.Create(),
            CompareSpeedCommand.Create(),
            LoadTrialsCommand.Create(),
            LoadTruthCommand.Create(),
            PublicDataCommand.Create(),
            SameCodeCommand.Create(),
            StudyCommand.Create(),
        };
        root.Options.OfType<HelpOption>().Single().Action = new HelpPage();
        return root;
    }
}
