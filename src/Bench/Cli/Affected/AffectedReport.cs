using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Bench.Cli.Affected;

internal sealed partial record AffectedReport(
    string Baseline,
    string Candidate,
    IReadOnlyList<AffectedBenchmark> Benchmarks,
    ShardMatrix Shards
)
{
    public int Measured => Benchmarks.Count(benchmark => benchmark.IsMeasured);

    public int SameCode => Benchmarks.Count(benchmark => benchmark is { IsMeasured: false, Reason: null });

    public string ToJson() => JsonSerializer.Serialize(this, AffectedContext.Default.AffectedReport) + "\n";

    public string ToText()
    {
        var text = new StringBuilder();
        text.AppendLine(
            CultureInfo.InvariantCulture,
            $"{Measured} of {Benchmarks.Count} benchmarks would be measured; {SameCode} run the same code in {Baseline} and {Candidate}."
        );
        foreach (var reason in Benchmarks.Where(benchmark => benchmark.Reason is not null).GroupBy(benchmark => benchmark.Reason))
        {
            text.AppendLine().AppendLine(CultureInfo.InvariantCulture, $"{reason.Key}:");
            foreach (var benchmark in reason)
                text.AppendLine(
                    CultureInfo.InvariantCulture,
                    $"  {benchmark.FullName}{(benchmark.Job is null ? "" : $" [{benchmark.Job}]")}"
                );
        }

        return text.ToString();
    }

    // One line, because the matrix of a workflow takes one.
    public string ToMatrix() =>
        JsonSerializer.Serialize(
            Shards,
            new AffectedContext(new JsonSerializerOptions(AffectedContext.Default.Options) { WriteIndented = false }).ShardMatrix
        ) + "\n";

    [JsonSourceGenerationOptions(
        PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        WriteIndented = true,
        NewLine = "\n"
    )]
    [JsonSerializable(typeof(AffectedReport))]
    private sealed partial class AffectedContext : JsonSerializerContext;
}
