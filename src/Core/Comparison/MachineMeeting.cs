using Bench.Results;

namespace Bench.Comparison;

/// <summary>Two machine classes that a comparison brings together: neither times nor ratios of them tell anything of the code.</summary>
/// <param name="Difference">
/// What differs; null where it is not known whether anything does, as one side alone names the model of its processor.
/// </param>
internal sealed record MachineMeeting(MachineClass Baseline, MachineClass Candidate, EnvironmentDifference? Difference)
{
    /// <summary>How two machines meet; null where nothing tells their classes apart.</summary>
    public static MachineMeeting? Of(RunEnvironment baseline, RunEnvironment candidate)
    {
        var (before, after) = (MachineClass.Of(baseline), MachineClass.Of(candidate));
        var difference = DifferenceOf(before, after);
        return difference is not null || IsUnknown(before, after) ? new(before, after, difference) : null;
    }

    /// <summary>How the machines of a benchmark's sides meet.</summary>
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
            : $"one side alone names the model of its processor, {(Baseline.Model is null ? Candidate : Baseline)}";

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

    // Two exports of BenchmarkDotNet's own name no model, and are compared by the name of the processor.
    private static bool IsUnknown(MachineClass before, MachineClass after) =>
        before.Model is null != after.Model is null
        && !(before.IsNameOfModel && after.IsNameOfModel && before.Processor!.Equals(after.Processor, StringComparison.OrdinalIgnoreCase));

    private static bool Differ(string? a, string? b) => a is not null && b is not null && !a.Equals(b, StringComparison.OrdinalIgnoreCase);
}
