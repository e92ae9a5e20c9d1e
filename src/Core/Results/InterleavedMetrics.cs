using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

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

    public InterleavedMetrics(string place, IReadOnlyList<MetricData> metrics)
    {
        foreach (var metric in metrics)
        {
            if (metric?.Descriptor is not { Id: { } id } descriptor)
                continue;
            if (id.StartsWith(RatioName, StringComparison.Ordinal))
                AddRatio(place, id, metric.Value, descriptor.Legend);
            else if (id.StartsWith(ErrorName, StringComparison.Ordinal))
                AddValue(place, id, metric.Value, ErrorName, "standard error", errors);
            else if (id.StartsWith(AllocatedName, StringComparison.Ordinal))
                AddValue(place, id, metric.Value, AllocatedName, "number of bytes", allocated);
            else if (id == MachineName && descriptor.Legend?.Split(BetweenModelAndInstructions) is [var model, var instructions])
                Machine = (model.Length > 0 ? model : null, instructions.Length > 0 ? instructions : null);
        }
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

    // Other metrics may have values that are not numbers.
    internal sealed record MetricData([property: JsonConverter(typeof(NumberOrNothing))] double? Value, DescriptorData? Descriptor);

    internal sealed record DescriptorData(string? Id, string? Legend);

    internal sealed class NumberOrNothing : JsonConverter<double?>
    {
        public override double? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
        {
            if (reader.TokenType == JsonTokenType.Number)
                return reader.GetDouble();
            reader.TrySkip();
            return null;
        }

        public override void Write(Utf8JsonWriter writer, double? value, JsonSerializerOptions options) =>
            throw new NotSupportedException();
    }
}
