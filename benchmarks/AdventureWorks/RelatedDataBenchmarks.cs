using Bench.Harness;
using BenchmarkDotNet.Attributes;
using Benchmarks.Apps;
using Microsoft.EntityFrameworkCore;
using Samples.AdventureWorksApi;
using Samples.AdventureWorksApi.Data;

namespace Benchmarks.AdventureWorks;

/// <summary>How should an order's details be loaded: in one query, in two, or into objects of one's own?</summary>
[TableNote("The projection selects the same columns: one that selects fewer does less work.")]
public class RelatedDataBenchmarks
{
    private SalesApp app = null!;

    [MeasuredDatabase]
    public Provider Database { get; set; }

    [GlobalSetup]
    public Task Setup()
    {
        app = new SalesApp(Database);
        return app.EnsureSameOrders((nameof(Include), Joined), (nameof(SplitQuery), Split), (nameof(Projection), Projected));
    }

    [GlobalCleanup]
    public void Cleanup() => app.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Sequential.FewCalls)]
    public Task<int> Include() => Sequential.RunFew(() => app.Count(Joined));

    [Benchmark(OperationsPerInvoke = Sequential.FewCalls)]
    public Task<int> SplitQuery() => Sequential.RunFew(() => app.Count(Split));

    [Benchmark(OperationsPerInvoke = Sequential.FewCalls)]
    public Task<int> Projection() => Sequential.RunFew(() => app.Count(Projected));

    private static IQueryable<Order> Joined(AdventureWorksContext database) => Page.Of(database).AsNoTracking().WithDetails();

    private static IQueryable<Order> Split(AdventureWorksContext database) => Joined(database).AsSplitQuery();

    private static IQueryable<Order> Projected(AdventureWorksContext database) =>
        Page.Of(database)
            .AsNoTracking()
            .Select(order => new Order
            {
                OrderId = order.OrderId,
                CustomerId = order.CustomerId,
                OrderDate = order.OrderDate,
                DueDate = order.DueDate,
                ShipDate = order.ShipDate,
                Status = order.Status,
                IsOnlineOrder = order.IsOnlineOrder,
                PurchaseOrderNumber = order.PurchaseOrderNumber,
                CarrierTrackingNumber = order.CarrierTrackingNumber,
                SubTotal = order.SubTotal,
                TaxAmount = order.TaxAmount,
                Freight = order.Freight,
                TotalDue = order.TotalDue,
                RowGuid = order.RowGuid,
                ModifiedDate = order.ModifiedDate,
                Details = order.Details.OrderBy(detail => detail.OrderDetailId).ToList(),
            });
}
