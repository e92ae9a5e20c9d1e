using Bench.Results;

namespace Bench.Comparison;

// Two different machine classes, so neither times nor ratios between them show anything about the code. Difference is null if only one
// side names its processor model, so a difference is possible but unknown.
internal sealed record MachineMeeting(MachineClass Baseline, MachineClass Candidate, EnvironmentDifference? Difference)
{
    // Null if the classes do not differ.
    public static MachineMeeting? Of(RunEnvironment baseline, RunEnvironment candidate)
    {
        var (before, after) = (MachineClass.Of(baseline), MachineClass.Of(candidate));
        var difference = DifferenceOf(before, after);
        return difference is not null || IsUnknown(before, after) ? new(before, after, difference) : null;
    }

    public static MachineMeeting? Of(BenchmarkPair pair)
    {
        if (pair is not { Baseline: { } baseline, Candidate: { } candidate })
            return null;
        var meetings = baseline
            .Environments.SelectMany(before => candidate.Environments.Select(after => Of(before, after)))
            .OfType<MachineMeeting>()
            .ToArray();
        return meetings.FirstOrDefault(meeting => meeting.Difference is not null) ?? meetings.FirstOrDefault();
    }

    public override string ToString() =>
        Difference is { } difference
            ? $"{difference.Property} {difference.Baseline} and {difference.Candidate}"
            : $"only one run names its processor{(IsNamed(Baseline) && IsNamed(Candidate) ? " model" : "")}, {(Baseline.Model is not null || !IsNamed(Candidate) ? Baseline : Candidate)}";

    private static EnvironmentDifference? DifferenceOf(MachineClass before, MachineClass after)
    {
        if (before.Model is not null && after.Model is not null)
        {
            if (!RunEnvironment.IsSameModel(before.Model, after.Model))
                return new("processor", before.Model, after.Model);
        }
        else if (Differ(before.Processor, after.Processor))
            return new("processor", before.Processor!, after.Processor!);

        return Differ(before.Instructions, after.Instructions) ? new("instruction set", before.Instructions!, after.Instructions!)
            : before.Cores is { } old && after.Cores is { } now && old != now
                ? new("logical cores", FormattableString.Invariant($"{old}"), FormattableString.Invariant($"{now}"))
            : Differ(before.System, after.System) ? new("operating system", before.System!, after.System!)
            : Differ(before.Architecture, after.Architecture) ? new("architecture", before.Architecture!, after.Architecture!)
            : null;
    }

    // Plain exports of BenchmarkDotNet have no model, so two of them are compared by the processor's name. If neither has a name, nothing
    // is known of both, as with tables that lost their header.
    private static bool IsUnknown(MachineClass before, MachineClass after) =>
        IsNamed(before) != IsNamed(after)
        || before.Model is null != after.Model is null
            && !(
                before.IsNameOfModel && after.IsNameOfModel && before.Processor!.Equals(after.Processor, StringComparison.OrdinalIgnoreCase)
            );

    private static bool IsNamed(MachineClass machine) => machine.Model is not null || machine.Processor is not null;

    private static bool Differ(string? a, string? b) => a is not null && b is not null && !a.Equals(b, StringComparison.OrdinalIgnoreCase);
}
