using Bench.Harness;
using BenchmarkDotNet.Attributes;
using Newtonsoft.Json;
using Newtonsoft.Json.Serialization;

namespace Benchmarks.Serialization;

/// <summary>
/// Newtonsoft.Json: the price of a contract resolver made for each call, which learns the types anew each time, against one that is kept.
/// </summary>
[TableNote("A new resolver does not only reflect over the types: it compiles their accessors with Reflection.Emit, for each call.")]
public class ContractResolverBenchmarks
{
    // Not CamelCasePropertyNamesContractResolver: that one shares its cache between instances.
    private static readonly JsonSerializerSettings Kept = NewSettings();
    private static readonly Order Order = Order.Create(Graph.Small);

    [GlobalSetup]
    public void Setup() =>
        Answers.EnsureAllEqual(NewtonsoftJson.ToText(Order), (nameof(Cached), Cached()), (nameof(NewForEachCall), NewForEachCall()));

    [Benchmark(Baseline = true)]
    public string Cached() => JsonConvert.SerializeObject(Order, Kept);

    [Benchmark]
    public string NewForEachCall() => JsonConvert.SerializeObject(Order, NewSettings());

    private static JsonSerializerSettings NewSettings() =>
        new() { ContractResolver = new DefaultContractResolver { NamingStrategy = new CamelCaseNamingStrategy() } };
}
