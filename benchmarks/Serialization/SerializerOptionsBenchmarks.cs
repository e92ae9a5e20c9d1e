using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Harness;
using BenchmarkDotNet.Attributes;

namespace Benchmarks.Serialization;

/// <summary>System.Text.Json: the price of options made for each call, against options that are kept.</summary>
[TableNote(
    "Equal options share their metadata while one of them is alive: how often NewForEachCall builds it depends on when the collector takes the last ones away. With a converter of their own options equal no others, and NewWithConverter builds it in each call."
)]
public class SerializerOptionsBenchmarks
{
    private static readonly Order Order = Order.Create(Graph.Small);

    // Equal options share their metadata while one of them is alive, so kept ones would make the other benchmark cheap: only
    // the one that needs them has them.
    private JsonSerializerOptions? kept;

    [GlobalSetup(Target = nameof(Cached))]
    public void KeepOptions()
    {
        kept = NewOptions();
        CheckAnswer(Cached());
    }

    [GlobalSetup(Targets = [nameof(NewForEachCall), nameof(NewWithConverter)])]
    public void KeepNothing()
    {
        CheckAnswer(NewForEachCall());
        CheckAnswer(NewWithConverter());
    }

    [Benchmark(Baseline = true)]
    public string Cached() => JsonSerializer.Serialize(Order, kept);

    [Benchmark]
    public string NewForEachCall() => JsonSerializer.Serialize(Order, NewOptions());

    [Benchmark]
    public string NewWithConverter() =>
        JsonSerializer.Serialize(
            Order,
            new JsonSerializerOptions(JsonSerializerDefaults.Web) { Converters = { new JsonStringEnumConverter() } }
        );

    private static JsonSerializerOptions NewOptions() => new(JsonSerializerDefaults.Web);

    private static void CheckAnswer(string answer) =>
        Answers.EnsureAllEqual(NewtonsoftJson.ToText(Order), (nameof(JsonSerializer), answer));
}
