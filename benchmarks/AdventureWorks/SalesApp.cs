using Benchmarks.Apps;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.DependencyInjection;
using Samples.AdventureWorksApi;
using Samples.AdventureWorksApi.Data;

namespace Benchmarks.AdventureWorks;

/// <summary>
/// The AdventureWorks sample over the full data in a database, with a client, and with the contexts that its endpoints use.
/// </summary>
internal sealed class SalesApp(Provider database, Serializer serializer = default) : IDisposable
{
    private readonly SampleApp<AdventureWorksApp> app = new(
        Transport.InMemory,
        ("Provider", database.ToString()),
        ("Serializer", serializer.ToString()),
        ("Data", nameof(DataSize.Full)),
        ("ConnectionStrings:AdventureWorks", SalesDatabase.ConnectionString)
    );

    public HttpClient Client => app.Client;

    /// <summary>Asks the database as an endpoint does: with a context from the pool, which goes back afterwards.</summary>
    public async Task<T> Ask<T>(Func<AdventureWorksContext, Task<T>> question)
    {
        await using var scope = app.Services.CreateAsyncScope();
        return await question(scope.ServiceProvider.GetRequiredService<AdventureWorksContext>());
    }

    /// <summary>The same for orders: how many came.</summary>
    public Task<int> Count(Func<AdventureWorksContext, IQueryable<Order>> orders) =>
        Ask(async database => (await orders(database).ToListAsync()).Count);

    /// <summary>Checks that several queries give the same orders, to the byte of their JSON.</summary>
    public async Task EnsureSameOrders(params (string Alternative, Func<AdventureWorksContext, IQueryable<Order>> Orders)[] alternatives)
    {
        var expected = await Json(alternatives[0].Orders);
        foreach (var (alternative, orders) in alternatives[1..])
            Answers.EnsureAllEqual(expected, (alternative, await Json(orders)));
    }

    public void Dispose() => app.Dispose();

    private Task<string> Json(Func<AdventureWorksContext, IQueryable<Order>> orders) =>
        Ask(async database => System.Text.Json.JsonSerializer.Serialize(await orders(database).ToListAsync()));
}
