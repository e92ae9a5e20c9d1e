// Judges public measurements of other projects with `bench compare`, `bench history` and the rules of other tools:
//   dotnet run -c Release --project lab/PublicData -- launches STEADY_STATE [--checks 600] [--half 1|2]
//     [--launches 3,5] [--slowdowns 0,5,10,25] [--others no]
//   dotnet run -c Release --project lab/PublicData -- series STUDY SAP [--mean]
// STEADY_STATE, STUDY and SAP are folders with clones; docs/internals/evidence/public-data.md names the repositories.
using MathNet.Numerics.Statistics;
using PublicData.Launches;
using PublicData.Series;

switch (args)
{
    case ["launches", var folder, .. var rest]:
        var options = LaunchOptions.Parse(rest);
        Console.Write(LaunchTable.Render(LaunchTrial.Run(JmhForks.Read(folder, options.Half), options)));
        return 0;
    case ["series", var study, var sap]:
        Console.Write(SeriesTable.Render(SeriesTrial.Run(AnnotatedSeries.ReadAll(study, sap, version => version.Median()))));
        return 0;
    case ["series", var study, var sap, "--mean"]:
        Console.Write(SeriesTable.Render(SeriesTrial.Run(AnnotatedSeries.ReadAll(study, sap, version => version.Average()))));
        return 0;
    default:
        Console.Error.WriteLine("Expected: launches STEADY_STATE [--checks 600] [--half 1|2] [--launches 3,5] [--slowdowns 0,5,10,25]");
        Console.Error.WriteLine("[--others no], or series STUDY SAP [--mean].");
        return 2;
}
