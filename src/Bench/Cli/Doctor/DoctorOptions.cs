using System.CommandLine;

namespace Bench.Cli.Doctor;

internal sealed record DoctorOptions(bool Measures, IReadOnlyList<string> Filter, MeasurementChoices Measurement, JudgingChoices Judging)
{
    public static DoctorOptions From(ParseResult arguments)
    {
        var measures = arguments.GetValue(DoctorCommand.Measure);
        if (!measures)
            UnusedOptions.Refuse(arguments, DoctorCommand.Measure, MeasurementOptions.All.Append(IdenticalCodeOptions.Filters));
        return new(
            measures,
            arguments.GetValue(IdenticalCodeOptions.Filters) ?? [],
            MeasurementChoices.From(arguments),
            JudgingChoices.From(arguments)
        );
    }
}
