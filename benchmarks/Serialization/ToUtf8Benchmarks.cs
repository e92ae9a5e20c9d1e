using System.Text.Json;
using BenchmarkDotNet.Attributes;

namespace Benchmarks.Serialization;

/// <summary>Serializing an order to UTF-8, what a web server sends: Newtonsoft.Json through a writer, System.Text.Json directly.</summary>
public class ToUtf8Benchmarks
{
    private Order order = null!;

    [Params(Graph.Small, Graph.Large)]
    public Graph Graph { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        order = Order.Create(Graph);
        Answers.EnsureAllEqual(
            Convert.ToBase64String(Newtonsoft()),
            (nameof(SystemTextJson), Convert.ToBase64String(SystemTextJson())),
            (nameof(SourceGenerated), Convert.ToBase64String(SourceGenerated()))
        );
    }

    [Benchmark(Baseline = true)]
    public byte[] Newtonsoft() => NewtonsoftJson.ToUtf8(order);

    [Benchmark]
    public byte[] SystemTextJson() => JsonSerializer.SerializeToUtf8Bytes(order, JsonSerializerOptions.Web);

    [Benchmark]
    public byte[] SourceGenerated() => JsonSerializer.SerializeToUtf8Bytes(order, OrderJsonContext.Default.Order);
}
