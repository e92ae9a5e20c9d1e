using Bogus;

namespace Samples.AdventureWorksApi.Data;

/// <summary>How much data there is.</summary>
public enum DataSize
{
    /// <summary>1,000 orders: enough for every endpoint.</summary>
    Small,

    /// <summary>As many as AdventureWorks has: 31,465 orders with 121,317 details.</summary>
    Full,
}

/// <summary>
/// Made-up sales, the same in every process and on every machine. All text is ASCII without a character that a serializer might escape:
/// every serializer is to write the same bytes.
/// </summary>
public sealed class SalesData
{
    private const int Seed = 20140630;
    private const int ProductCount = 504;
    private const decimal TaxRate = 0.08m;
    private const decimal FreightRate = 0.025m;

    private static readonly DateTime FirstDay = new(2011, 5, 31, 0, 0, 0, DateTimeKind.Utc);
    private static readonly int Days = (new DateTime(2014, 6, 30, 0, 0, 0, DateTimeKind.Utc) - FirstDay).Days;
    private static readonly string[] Kinds =
    [
        "Road Frame",
        "Mountain Frame",
        "Touring Bike",
        "Wheel",
        "Pedal",
        "Saddle",
        "Helmet",
        "Jersey",
        "Gloves",
        "Bottle Cage",
        "Chain",
        "Fork",
    ];
    private static readonly string[] Colors = ["Black", "Red", "Silver", "Blue", "Yellow", "White"];
    private static readonly string[] Sizes = ["S", "M", "L", "XL", "48", "52", "58"];

    private SalesData(DataSize size)
    {
        var (customers, orders, details) = size == DataSize.Full ? (19_820, 31_465, 121_317) : (500, 1_000, 3_856);
        var random = new Randomizer(Seed);
        Products = [.. Enumerable.Range(1, ProductCount).Select(id => Product(id, random))];
        var names = new Bogus.DataSets.Name("en") { Random = random };
        Customers = [.. Enumerable.Range(1, customers).Select(id => Customer(id, names))];
        var lines = Lines(orders, details, random);
        Orders = new Order[orders];
        var detailId = 1;
        for (var i = 0; i < orders; i++)
        {
            Orders[i] = Order(i + 1, i, orders, customers, lines[i], ref detailId, random);
        }
    }

    public IReadOnlyList<Customer> Customers { get; }

    public IReadOnlyList<Product> Products { get; }

    /// <summary>With their details.</summary>
    public Order[] Orders { get; }

    /// <summary>Makes it up.</summary>
    /// <param name="size">How much.</param>
    public static SalesData Of(DataSize size) => new(size);

    private static Product Product(int id, Randomizer random)
    {
        var kind = random.ArrayElement(Kinds);
        var cost = Money(random.Decimal(1, 1_500));
        return new Product
        {
            ProductId = id,
            Name = $"{kind} {id}",
            ProductNumber = $"{kind[..2].ToUpperInvariant()}-{random.Int(1000, 9999)}-{id}",
            Color = random.Bool(0.8f) ? random.ArrayElement(Colors) : null,
            StandardCost = cost,
            ListPrice = Money(cost * 1.6m),
            Size = random.Bool(0.6f) ? random.ArrayElement(Sizes) : null,
            Weight = random.Bool(0.6f) ? Money(random.Decimal(1, 1_000)) : null,
            SellStartDate = FirstDay.AddDays(-random.Int(0, 1_000)),
            IsDiscontinued = random.Bool(0.05f),
        };
    }

    private static Customer Customer(int id, Bogus.DataSets.Name names)
    {
        var (first, last) = (Letters(names.FirstName()), Letters(names.LastName()));
        return new Customer
        {
            CustomerId = id,
            AccountNumber = $"AW{id:00000000}",
            FirstName = first,
            LastName = last,
            EmailAddress = $"{first}.{last}{id}@example.org".ToLowerInvariant(),
        };
    }

    /// <summary>How many details each order has: one at least, and all together exactly so many.</summary>
    private static int[] Lines(int orders, int details, Randomizer random)
    {
        const int most = 72;
        var lines = new int[orders];
        Array.Fill(lines, 1);
        for (var left = details - orders; left > 0;)
        {
            // In bunches, so that some orders are long and many short, as in AdventureWorks.
            var order = random.Int(0, orders - 1);
            var more = Math.Min(Math.Min(left, random.Int(1, 12)), most - lines[order]);
            lines[order] += more;
            left -= more;
        }

        return lines;
    }

    private Order Order(int id, int index, int orders, int customers, int lines, ref int detailId, Randomizer random)
    {
        var date = FirstDay.AddDays((long)index * Days / orders);
        var isOnline = random.Bool(0.88f);
        var order = new Order
        {
            OrderId = id,
            CustomerId = random.Int(1, customers),
            OrderDate = date,
            DueDate = date.AddDays(12),
            ShipDate = random.Bool(0.97f) ? date.AddDays(7) : null,
            Status = 5,
            IsOnlineOrder = isOnline,
            PurchaseOrderNumber = isOnline ? null : $"PO{random.Long(100_000_000, 99_999_999_999)}",
            CarrierTrackingNumber = isOnline ? null : random.Replace("####-****-##").ToUpperInvariant(),
            RowGuid = random.Guid(),
            ModifiedDate = date.AddDays(7),
        };
        for (var i = 0; i < lines; i++)
            order.Details.Add(
                OrderDetail(
                    detailId++,
                    order,
                    Products[random.Int(0, ProductCount - 1)],
                    (short)random.Int(1, isOnline ? 2 : 20),
                    random.Bool(0.03f) ? 0.02m : 0m,
                    random.Guid()
                )
            );
        Total(order);
        return order;
    }

    /// <summary>A line at today's price.</summary>
    internal static OrderDetail OrderDetail(int id, Order order, Product product, short quantity, decimal discount, Guid rowGuid) =>
        new()
        {
            OrderDetailId = id,
            OrderId = order.OrderId,
            ProductId = product.ProductId,
            ProductName = product.Name,
            Quantity = quantity,
            UnitPrice = product.ListPrice,
            UnitPriceDiscount = Money(discount),
            LineTotal = Money(quantity * product.ListPrice * (1 - discount)),
            RowGuid = rowGuid,
            ModifiedDate = order.ModifiedDate,
        };

    /// <summary>Adds up the lines of an order.</summary>
    internal static void Total(Order order)
    {
        order.SubTotal = Money(order.Details.Sum(detail => detail.LineTotal));
        order.TaxAmount = Money(order.SubTotal * TaxRate);
        order.Freight = Money(order.SubTotal * FreightRate);
        order.TotalDue = Money(order.SubTotal + order.TaxAmount + order.Freight);
    }

    // Four places, none fewer: 2.5000, and not 2.5, is what a database answers.
    private static decimal Money(decimal amount) => decimal.Round(amount, 4) + 0.0000m;

    private static string Letters(string name) => string.Concat(name.Where(char.IsAsciiLetter));
}
