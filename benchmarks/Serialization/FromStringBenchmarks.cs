using System.Text.Json;
using BenchmarkDotNet.Attributes;

namespace Benchmarks.Serialization;

/// <summary>Reading an order from a string.</summary>
public class FromStringBenchmarks
{
    private string json = null!;

    [Params(Graph.Small, Graph.Large)]
    public Graph Graph { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        var order = Order.Create(Graph);
        json = NewtonsoftJson.ToText(order);
        // Records compare lists by reference, so the answers are compared by what they serialize to.
        var expected = NewtonsoftJson.ToText(order);
        Answers.EnsureAllEqual(
            expected,
            (nameof(Newtonsoft), NewtonsoftJson.ToText(Newtonsoft())),
            (nameof(SystemTextJson), NewtonsoftJson.ToText(SystemTextJson())),
            (nameof(SourceGenerated), NewtonsoftJson.ToText(SourceGenerated()))
        );
    }

    [Benchmark(Baseline = true)]
    public Order Newtonsoft() => NewtonsoftJson.FromText(json);

    [Benchmark]
    public Order SystemTextJson() => JsonSerializer.Deserialize<Order>(json, JsonSerializerOptions.Web)!;

    [Benchmark]
    public Order SourceGenerated() => JsonSerializer.Deserialize(json, OrderJsonContext.Default.Order)!;
}
