using Samples.AdventureWorksApi.Data;

namespace Benchmarks.AdventureWorks;

/// <summary>What these classes ask for: 100 orders from the middle of the data, with their details.</summary>
internal static class Page
{
    public const int Size = 100;
    private const int Number = 150;

    public static IQueryable<Order> Of(AdventureWorksContext database) =>
        database.Orders.OrderBy(order => order.OrderId).Skip((Number - 1) * Size).Take(Size);
}
