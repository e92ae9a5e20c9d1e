using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Reports;

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

    public string ToText(TextPage page)
    {
        page.Write(
            FormattableString.Invariant(
                $"{Measured} of {CountText.Of(Benchmarks.Count, "benchmark")} would be measured; {SameCode} {(SameCode == 1 ? "runs" : "run")} the same code in {Baseline} and {Candidate}."
            )
        );
        foreach (var reason in Benchmarks.Where(benchmark => benchmark.Reason is not null).GroupBy(benchmark => benchmark.Reason))
        {
            page.Empty();
            page.Write($"{reason.Key}:", tone: Tone.Strong);
            foreach (var benchmark in reason)
                page.Write($"{benchmark.FullName}{(benchmark.Job is null ? "" : $" [{benchmark.Job}]")}", 2);
        }

        return page.ToString();
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
