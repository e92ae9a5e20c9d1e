using Bench.Harness;
using BenchmarkDotNet.Attributes;
using Benchmarks.Apps;
using Microsoft.EntityFrameworkCore;
using Samples.AdventureWorksApi;
using Samples.AdventureWorksApi.Data;

namespace Benchmarks.AdventureWorks;

/// <summary>What does tracking cost a query whose result is only read?</summary>
public class TrackingBenchmarks
{
    private SalesApp app = null!;

    [MeasuredDatabase]
    public Provider Database { get; set; }

    [GlobalSetup]
    public Task Setup()
    {
        app = new SalesApp(Database);
        return app.EnsureSameOrders(
            (nameof(Tracking), Tracked),
            (nameof(NoTracking), Untracked),
            (nameof(NoTrackingWithIdentityResolution), Resolved)
        );
    }

    [GlobalCleanup]
    public void Cleanup() => app.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Sequential.FewCalls)]
    public Task<int> Tracking() => Sequential.RunFew(() => app.Count(Tracked));

    [Benchmark(OperationsPerInvoke = Sequential.FewCalls)]
    public Task<int> NoTracking() => Sequential.RunFew(() => app.Count(Untracked));

    [Benchmark(OperationsPerInvoke = Sequential.FewCalls)]
    public Task<int> NoTrackingWithIdentityResolution() => Sequential.RunFew(() => app.Count(Resolved));

    private static IQueryable<Order> Tracked(AdventureWorksContext database) => Page.Of(database).WithDetails();

    private static IQueryable<Order> Untracked(AdventureWorksContext database) => Tracked(database).AsNoTracking();

    private static IQueryable<Order> Resolved(AdventureWorksContext database) => Tracked(database).AsNoTrackingWithIdentityResolution();
}
