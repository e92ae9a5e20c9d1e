using Microsoft.EntityFrameworkCore;

namespace Samples.AdventureWorksApi.Data;

/// <summary>What the API asks of the database, asked the same way synchronously and asynchronously.</summary>
public static class Queries
{
    /// <summary>An order with its details in order; nothing is tracked, because nothing is changed.</summary>
    public static IQueryable<Order> Order(this AdventureWorksContext database, int id) =>
        database.Orders.Where(order => order.OrderId == id).WithDetails().AsNoTracking();

    /// <summary>A page of orders by number.</summary>
    /// <param name="database">The database.</param>
    /// <param name="page">From 1.</param>
    /// <param name="pageSize">At most.</param>
    public static IQueryable<Order> OrderPage(this AdventureWorksContext database, int page, int pageSize) =>
        database.Orders.OrderBy(order => order.OrderId).Skip(Before(page, pageSize)).Take(pageSize).WithDetails().AsNoTracking();

    /// <summary>The orders after a number.</summary>
    /// <param name="database">The database.</param>
    /// <param name="after">The last order of the page before; 0 for the first page.</param>
    /// <param name="pageSize">At most.</param>
    public static IQueryable<Order> OrdersAfter(this AdventureWorksContext database, int after, int pageSize) =>
        database.Orders.Where(order => order.OrderId > after).OrderBy(order => order.OrderId).Take(pageSize).WithDetails().AsNoTracking();

    /// <summary>How many orders a customer has; no row where there is no such customer.</summary>
    public static IQueryable<int> OrderCount(this AdventureWorksContext database, int customerId) =>
        database
            .Customers.Where(customer => customer.CustomerId == customerId)
            .Select(customer => database.Orders.Count(order => order.CustomerId == customer.CustomerId));

    /// <summary>A page of products by number.</summary>
    public static IQueryable<Product> ProductPage(this AdventureWorksContext database, int page, int pageSize) =>
        database.Products.AsNoTracking().OrderBy(product => product.ProductId).Skip(Before(page, pageSize)).Take(pageSize);

    /// <summary>The orders with their details in order.</summary>
    public static IQueryable<Order> WithDetails(this IQueryable<Order> orders) =>
        orders.Include(order => order.Details.OrderBy(detail => detail.OrderDetailId));

    // A page far beyond the end is empty, not the first again after an overflow.
    private static int Before(int page, int pageSize) => (int)Math.Min(((long)page - 1) * pageSize, int.MaxValue);
}
