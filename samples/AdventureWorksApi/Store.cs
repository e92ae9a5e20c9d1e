using Microsoft.EntityFrameworkCore;
using Samples.AdventureWorksApi.Data;

namespace Samples.AdventureWorksApi;

/// <summary>What the endpoints do, whatever their style: each once awaited and once with a thread that waits.</summary>
public sealed class Store(AdventureWorksContext database)
{
    public Task<Order?> FindOrderAsync(int id, CancellationToken cancellation) => database.Order(id).FirstOrDefaultAsync(cancellation);

    public Order? FindOrder(int id) => database.Order(id).FirstOrDefault();

    public Task<List<Order>> OrdersAsync(int? page, int? after, int pageSize, CancellationToken cancellation) =>
        Orders(page, after, pageSize).ToListAsync(cancellation);

    public List<Order> OrdersNow(int? page, int? after, int pageSize) => [.. Orders(page, after, pageSize)];

    /// <summary>Null where there is no such customer.</summary>
    public async Task<CountAnswer?> CountOrdersAsync(int customerId, CancellationToken cancellation) =>
        Counted(await database.OrderCount(customerId).ToListAsync(cancellation));

    public CountAnswer? CountOrders(int customerId) => Counted([.. database.OrderCount(customerId)]);

    public Task<List<Product>> ProductsAsync(int page, int pageSize, CancellationToken cancellation) =>
        database.ProductPage(page, pageSize).ToListAsync(cancellation);

    public List<Product> Products(int page, int pageSize) => [.. database.ProductPage(page, pageSize)];

    public async Task<CountAnswer> CountProductsAsync(CancellationToken cancellation) =>
        new(await database.Products.CountAsync(cancellation));

    public CountAnswer CountProducts() => new(database.Products.Count());

    /// <summary>Stores an order at today's prices.</summary>
    /// <param name="order">Without errors of its own.</param>
    /// <param name="cancellation">Ends it; nothing is stored then.</param>
    /// <returns>It, or what it refers to that is not there.</returns>
    public async Task<(Order? Order, IDictionary<string, string[]> Errors)> AddAsync(NewOrder order, CancellationToken cancellation)
    {
        var (customer, ids) = References(order);
        var added = Made(
            order,
            await database.Customers.AnyAsync(c => c.CustomerId == customer, cancellation),
            await Ordered(ids).ToListAsync(cancellation)
        );
        if (added.Order is not null)
        {
            database.Add(added.Order);
            await database.SaveChangesAsync(cancellation);
        }

        return added;
    }

    /// <summary>The same.</summary>
    public (Order? Order, IDictionary<string, string[]> Errors) Add(NewOrder order)
    {
        var (customer, ids) = References(order);
        var added = Made(order, database.Customers.Any(c => c.CustomerId == customer), [.. Ordered(ids)]);
        if (added.Order is not null)
        {
            database.Add(added.Order);
            database.SaveChanges();
        }

        return added;
    }

    private IQueryable<Order> Orders(int? page, int? after, int pageSize) =>
        after is { } last ? database.OrdersAfter(last, pageSize) : database.OrderPage(page ?? 1, pageSize);

    private IQueryable<Product> Ordered(int[] ids) => database.Products.AsNoTracking().Where(product => ids.Contains(product.ProductId));

    private static CountAnswer? Counted(List<int> counts) => counts is [var count] ? new CountAnswer(count) : null;

    private static (int Customer, int[] Products) References(NewOrder order)
    {
        ArgumentNullException.ThrowIfNull(order);
        return (order.CustomerId!.Value, [.. order.Lines!.Select(line => line.ProductId!.Value).Distinct()]);
    }

    private static (Order? Order, IDictionary<string, string[]> Errors) Made(NewOrder order, bool isCustomerThere, List<Product> products)
    {
        var errors = new Dictionary<string, string[]>();
        if (!isCustomerThere)
            errors["customerId"] = ["There is no such customer."];
        var byId = products.ToDictionary(product => product.ProductId);
        if (order.Lines!.Any(line => !byId.ContainsKey(line.ProductId!.Value)))
            errors["lines"] = ["There is no such product."];
        if (errors.Count > 0)
            return (null, errors);

        // Whole seconds: what is answered now is what the database answers later.
        var now = DateTime.UtcNow;
        now = now.AddTicks(-(now.Ticks % TimeSpan.TicksPerSecond));
        var made = new Order
        {
            CustomerId = order.CustomerId!.Value,
            OrderDate = now,
            DueDate = now.AddDays(12),
            Status = 1,
            IsOnlineOrder = order.PurchaseOrderNumber is null,
            PurchaseOrderNumber = order.PurchaseOrderNumber,
            RowGuid = Guid.NewGuid(),
            ModifiedDate = now,
        };
        foreach (var line in order.Lines!)
            made.Details.Add(SalesData.OrderDetail(0, made, byId[line.ProductId!.Value], (short)line.Quantity!.Value, 0m, Guid.NewGuid()));
        SalesData.Total(made);
        return (made, errors);
    }
}
