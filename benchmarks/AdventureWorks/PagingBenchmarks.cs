using Bench.Harness;
using BenchmarkDotNet.Attributes;
using Benchmarks.Apps;
using Samples.AdventureWorksApi;
using Samples.AdventureWorksApi.Data;

namespace Benchmarks.AdventureWorks;

/// <summary>How should one page through a long list: by skipping, or from the last key seen?</summary>
public class PagingBenchmarks
{
    private SalesApp app = null!;

    [Params(1, 300)]
    public int PageNumber { get; set; }

    [MeasuredDatabase]
    public Provider Database { get; set; }

    [GlobalSetup]
    public Task Setup()
    {
        app = new SalesApp(Database);
        return app.EnsureSameOrders((nameof(Offset), Skipped), (nameof(Keyset), Sought));
    }

    [GlobalCleanup]
    public void Cleanup() => app.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Sequential.FewCalls)]
    public Task<int> Offset() => Sequential.RunFew(() => app.Count(Skipped));

    [Benchmark(OperationsPerInvoke = Sequential.FewCalls)]
    public Task<int> Keyset() => Sequential.RunFew(() => app.Count(Sought));

    private IQueryable<Order> Skipped(AdventureWorksContext database) => database.OrderPage(PageNumber, Page.Size);

    // The data's order numbers have no gaps, which the check of the answers relies on.
    private IQueryable<Order> Sought(AdventureWorksContext database) => database.OrdersAfter((PageNumber - 1) * Page.Size, Page.Size);
}
