using System.CommandLine;

namespace Bench.Doctor;

internal static class DoctorCommand
{
    public static readonly Option<bool> Measure = new("--measure")
    {
        Description = "Builds the benchmark project, and measures three of its benchmarks against themselves: about two minutes.",
    };

    private const string Help = """
        Says what of this machine disturbs a check, and how small a slowdown a check can then still find.

        What the system does not say is unknown, and no mistake. Exit codes: 0; 2 wrong usage, or no build; 130 interrupted.
        """;

    public static Command Create()
    {
        var command = new Command("doctor", Help) { Measure, IdenticalCodeOptions.Filters };
        foreach (var option in MeasurementOptions.All.Append(JudgingOptions.Config).Append(JudgingOptions.Margin))
            command.Add(option);
        command.Measures(DoctorOptions.From, DoctorVerb.Run);
        return command;
    }
}
