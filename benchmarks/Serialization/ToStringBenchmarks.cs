using System.Text.Json;
using BenchmarkDotNet.Attributes;

namespace Benchmarks.Serialization;

/// <summary>Serializing an order to a string.</summary>
public class ToStringBenchmarks
{
    private Order order = null!;

    [Params(Graph.Small, Graph.Large)]
    public Graph Graph { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        order = Order.Create(Graph);
        Answers.EnsureAllEqual(Newtonsoft(), (nameof(SystemTextJson), SystemTextJson()), (nameof(SourceGenerated), SourceGenerated()));
    }

    [Benchmark(Baseline = true)]
    public string Newtonsoft() => NewtonsoftJson.ToText(order);

    [Benchmark]
    public string SystemTextJson() => JsonSerializer.Serialize(order, JsonSerializerOptions.Web);

    [Benchmark]
    public string SourceGenerated() => JsonSerializer.Serialize(order, OrderJsonContext.Default.Order);
}
