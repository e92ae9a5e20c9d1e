using System.CommandLine;

namespace Bench.Cli.Doctor;

internal static class DoctorCommand
{
    public static readonly Option<bool> Measure = Declare.Flag(
        "--measure",
        "Measure three benchmarks against themselves, in about two minutes."
    );

    public static Command Create()
    {
        var command = new VerbCommand(
            "doctor",
            "List everything on this machine that makes measurements noisy.",
            new(OptionGroup.Selection, Measure, IdenticalCodeOptions.Filters),
            new(OptionGroup.Method, [.. MeasurementOptions.All]),
            new(OptionGroup.Judging, JudgingOptions.Config, JudgingOptions.Margin)
        )
        {
            Examples =
            [
                new("bench doctor", "List what disturbs measurements, in a few seconds."),
                new("bench doctor --measure", "Also measure how small a slowdown a check can find here."),
            ],
            Page = "docs/guides/check-your-machine.md",
            Details = """
                Properties that the operating system does not report are shown as unknown.
                `--measure` builds the benchmark project and measures benchmarks of different classes against themselves.
                """,
        };
        command.Measures(DoctorOptions.From, DoctorVerb.Run);
        return command;
    }
}
