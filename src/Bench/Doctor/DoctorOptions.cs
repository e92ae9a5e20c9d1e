using System.CommandLine;

namespace Bench.Doctor;

/// <summary>What a user chose for <c>bench doctor</c>.</summary>
/// <param name="Measures">Whether benchmarks are measured against themselves.</param>
/// <param name="Filter">Which benchmarks are measured; empty for any.</param>
internal sealed record DoctorOptions(bool Measures, IReadOnlyList<string> Filter, MeasurementChoices Measurement, JudgingChoices Judging)
{
    /// <exception cref="UsageException">An option has a wrong value, or has no effect.</exception>
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
