using System.Globalization;
using System.Text.Json;

namespace Bench.Results;

// Metrics that an interleaved run adds to a benchmark in BenchmarkDotNet's JSON. N is the launch.
// InterleavedRatioN: the ratio to the comparison group's baseline, whose full name is the legend.
// InterleavedErrorN: the standard error of the ratio's logarithm.
// InterleavedAllocatedN: the bytes per operation.
// Machine: the legend has the processor model and the instruction set, which BenchmarkDotNet lacks.
// Other metrics are ignored.
internal sealed class InterleavedMetrics
{
    public const string RatioName = "InterleavedRatio";
    public const string ErrorName = "InterleavedError";
    public const string AllocatedName = "InterleavedAllocated";
    public const string MachineName = "Machine";
    private const string BetweenModelAndInstructions = "; ";
    private const int MaxLaunches = 10_000;

    private readonly SortedList<int, double> ratios = [];
    private readonly SortedList<int, double> errors = [];
    private readonly SortedList<int, double> allocated = [];
    private string? baseline;

    public static InterleavedMetrics Read(ref JsonFile file)
    {
        var metrics = new InterleavedMetrics();
        file.EnsureNext();
        if (file.Token == JsonTokenType.Null)
            return metrics;
        if (file.Token != JsonTokenType.StartArray)
            throw new ResultsException(file.Here, "Metrics is invalid: expected a list.");
        for (file.EnsureNext(); file.Token != JsonTokenType.EndArray; file.EnsureNext())
            metrics.ReadMetric(ref file);
        return metrics;
    }

    public BaselineRatios? ToBaseline(string place)
    {
        if (errors.Keys.Except(ratios.Keys).FirstOrDefault() is var launch and > 0)
            throw new ResultsException(place, $"{ErrorName}{launch} has no {RatioName}{launch}.");
        return ratios.Count == 0
            ? null
            : new(baseline!, [.. ratios.Values], []) { Errors = errors.Count == ratios.Count ? [.. errors.Values] : [] };
    }

    // Null if the metrics lack it.
    public (string? ProcessorModel, string? Instructions) Machine { get; private set; }

    public static string MachineLegend(RunEnvironment machine) =>
        $"{machine.ProcessorModel}{BetweenModelAndInstructions}{machine.Instructions}";

    // Bytes per operation of each launch that counted them.
    public IReadOnlyList<double> AllocatedBytes => [.. allocated.Values];

    private void ReadMetric(ref JsonFile file)
    {
        if (file.Token != JsonTokenType.StartObject)
        {
            file.Skip();
            return;
        }

        var place = file.Here;
        string? id = null,
            legend = null;
        double? value = null;
        for (file.EnsureNext(); file.Token == JsonTokenType.PropertyName; file.EnsureNext())
        {
            if (file.NameIs("Value"u8))
            {
                file.EnsureNext();
                // Other metrics may have values that are not numbers.
                value = file.Token == JsonTokenType.Number ? file.Number("Value") : null;
                file.Skip();
            }
            else if (file.NameIs("Descriptor"u8))
                (id, legend) = ReadDescriptor(ref file);
            else
            {
                file.EnsureNext();
                file.Skip();
            }
        }

        if (id is not null && id.StartsWith(RatioName, StringComparison.Ordinal))
            AddRatio(place, id, value, legend);
        else if (id is not null && id.StartsWith(ErrorName, StringComparison.Ordinal))
            AddValue(place, id, value, ErrorName, "standard error", errors);
        else if (id is not null && id.StartsWith(AllocatedName, StringComparison.Ordinal))
            AddValue(place, id, value, AllocatedName, "number of bytes", allocated);
        else if (id == MachineName && legend?.Split(BetweenModelAndInstructions) is [var model, var instructions])
            Machine = (model.Length > 0 ? model : null, instructions.Length > 0 ? instructions : null);
    }

    private void AddRatio(string place, string id, double? value, string? legend)
    {
        var launch = LaunchOf(place, id, RatioName);
        if (value is not (>= 1 / Limits.Largest and <= Limits.Largest))
            throw new ResultsException(place, $"{id} is invalid: expected a ratio above 0.");
        if (string.IsNullOrEmpty(legend))
            throw new ResultsException(place, $"the legend of {id} names no baseline.");
        if ((baseline ??= legend) != legend)
            throw new ResultsException(place, $"{id} is a ratio to a different baseline than the ratios before it.");
        if (!ratios.TryAdd(launch, value.Value))
            throw new ResultsException(place, $"a second {id}.");
    }

    private static void AddValue(string place, string id, double? value, string name, string what, SortedList<int, double> values)
    {
        var launch = LaunchOf(place, id, name);
        if (value is not (>= 0 and <= Limits.Largest))
            throw new ResultsException(place, $"{id} is invalid: expected {what} of 0 or more.");
        if (!values.TryAdd(launch, value.Value))
            throw new ResultsException(place, $"a second {id}.");
    }

    private static int LaunchOf(string place, string id, string name) =>
        int.TryParse(id.AsSpan(name.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var launch)
        && launch is >= 1 and <= MaxLaunches
            ? launch
            : throw new ResultsException(
                place,
                $"{name} of launch '{(id.Length <= 60 ? id[name.Length..] : "…")}': expected a number from 1 to {MaxLaunches}."
            );

    private static (string? Id, string? Legend) ReadDescriptor(ref JsonFile file)
    {
        file.EnsureNext();
        if (file.Token != JsonTokenType.StartObject)
        {
            file.Skip();
            return default;
        }

        string? id = null,
            legend = null;
        for (file.EnsureNext(); file.Token == JsonTokenType.PropertyName; file.EnsureNext())
        {
            var (isId, isLegend) = (file.NameIs("Id"u8), file.NameIs("Legend"u8));
            file.EnsureNext();
            if (isId && file.Token == JsonTokenType.String)
                id = file.Text("Id");
            else if (isLegend && file.Token == JsonTokenType.String)
                legend = file.Text("Legend");
            else
                file.Skip();
        }

        return (id, legend);
    }
}
