using System.Net;
using System.Text.Json;
using Bench.Harness;
using BenchmarkDotNet.Attributes;
using Benchmarks.Apps;
using Microsoft.EntityFrameworkCore;
using Samples.AdventureWorksApi;
using Samples.AdventureWorksApi.Data;

namespace Benchmarks.AdventureWorks;

/// <summary>Where does the time of a request go? The query alone, with its JSON, and the whole request.</summary>
[TableNote(
    "Each benchmark does what the one before does, and more: the differences are the serializer and the pipeline. They are small beside the query, and where a difference is smaller than the spread it may even come out negative."
)]
public class RequestBreakdownBenchmarks
{
    private const int PageSize = 100;

    private SalesApp app = null!;
    private Request request = null!;

    [Params(1, PageSize)]
    public int OrdersAnswered { get; set; }

    [MeasuredDatabase]
    public Provider Database { get; set; }

    [GlobalSetup]
    public async Task Setup()
    {
        app = new SalesApp(Database);
        request = Request.Get(OrdersAnswered == 1 ? "/orders/15000" : $"/orders?page=150&pageSize={PageSize}");
        Answers.EnsureAllEqual(OrdersAnswered, (nameof(Query), (await app.Ask(Find)).Count));
        var answer = await request.Ask(app.Client);
        Answers.EnsureAllEqual(HttpStatusCode.OK, (nameof(WholeRequest), answer.Status));
        using var json = new MemoryStream();
        await Serialize(await app.Ask(Find), json);
        Answers.EnsureAllEqual(
            System.Text.Encoding.UTF8.GetString(answer.Body),
            (nameof(QueryAndJson), System.Text.Encoding.UTF8.GetString(json.ToArray()))
        );
    }

    [GlobalCleanup]
    public void Cleanup() => app.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Sequential.FewCalls)]
    public Task<int> Query() => Sequential.RunFew(async () => (await app.Ask(Find)).Count);

    [Benchmark(OperationsPerInvoke = Sequential.FewCalls)]
    public Task<int> QueryAndJson() =>
        Sequential.RunFew(() =>
            app.Ask(async database =>
            {
                var found = await Find(database);
                await Serialize(found, Stream.Null);
                return found.Count;
            })
        );

    [Benchmark(OperationsPerInvoke = Sequential.FewCalls)]
    public Task<int> WholeRequest() =>
        Sequential.RunFew(async () => await request.Send(app.Client) == HttpStatusCode.OK ? OrdersAnswered : 0);

    // What the endpoint asks, in the words of the endpoint: the first of one is another statement than a list of one.
    private async Task<List<Order>> Find(AdventureWorksContext database) =>
        OrdersAnswered == 1 ? [await database.Order(15_000).FirstAsync()] : await database.OrderPage(150, PageSize).ToListAsync();

    // In pieces, as the endpoint writes it: an array of 100 orders would be a large object.
    private Task Serialize(List<Order> found, Stream target) =>
        OrdersAnswered == 1
            ? JsonSerializer.SerializeAsync(target, found[0], JsonSerializerOptions.Web)
            : JsonSerializer.SerializeAsync(target, found, JsonSerializerOptions.Web);
}
