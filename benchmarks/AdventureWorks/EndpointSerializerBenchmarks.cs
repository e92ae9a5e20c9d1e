using System.Net;
using Bench.Harness;
using BenchmarkDotNet.Attributes;
using Benchmarks.Apps;
using Samples.AdventureWorksApi;

namespace Benchmarks.AdventureWorks;

/// <summary>What is asked of the API.</summary>
public enum Question
{
    /// <summary>One order, about 1 KB.</summary>
    Order,

    /// <summary>100 orders with their details.</summary>
    Orders,

    /// <summary>100 products.</summary>
    Products,

    /// <summary>A number.</summary>
    OrderCount,
}

/// <summary>What does the serializer take of a whole request: the pipeline, the query, and its answer as JSON?</summary>
[TableNote(Notes.OneProcess)]
[TableNote("All serializers write the same bytes. What differs is their share of the request: the smaller, the longer the query takes.")]
public class EndpointSerializerBenchmarks
{
    private readonly Dictionary<Serializer, SalesApp> apps = [];
    private Request request = null!;

    [Params(Question.Order, Question.Orders, Question.Products, Question.OrderCount)]
    public Question Question { get; set; }

    [MeasuredDatabase]
    public Provider Database { get; set; }

    [GlobalSetup]
    public async Task Setup()
    {
        request = Request.Get(PathOf(Question));
        foreach (var serializer in Enum.GetValues<Serializer>())
            apps.Add(serializer, new SalesApp(Database, serializer));
        var expected = await request.Ask(apps[default].Client);
        Answers.EnsureAllEqual(HttpStatusCode.OK, (default(Serializer).ToString(), expected.Status));
        foreach (var (serializer, app) in apps)
            Answers.EnsureAllEqual(expected, (serializer.ToString(), await request.Ask(app.Client)));
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        foreach (var app in apps.Values)
            app.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Sequential.FewCalls)]
    public Task<HttpStatusCode> SystemTextJson() => Ask(Serializer.SystemTextJson);

    [Benchmark(OperationsPerInvoke = Sequential.FewCalls)]
    public Task<HttpStatusCode> SourceGenerated() => Ask(Serializer.SourceGenerated);

    [Benchmark(OperationsPerInvoke = Sequential.FewCalls)]
    public Task<HttpStatusCode> Newtonsoft() => Ask(Serializer.Newtonsoft);

    internal static string PathOf(Question question) =>
        question switch
        {
            Question.Order => "/orders/500",
            Question.Orders => "/orders?page=3&pageSize=100",
            Question.Products => "/products?page=2&pageSize=100",
            Question.OrderCount => "/customers/250/orders/count",
            _ => throw new InvalidOperationException($"{question} has no path."),
        };

    private Task<HttpStatusCode> Ask(Serializer serializer)
    {
        var client = apps[serializer].Client;
        return Sequential.RunFew(() => request.Send(client));
    }
}
