using Samples.AdventureWorksApi.Data;

namespace Suite.Tests.AdventureWorks;

public sealed class SalesDataTests
{
    private static readonly SalesData Full = SalesData.Of(DataSize.Full);
    private static readonly SalesData Small = SalesData.Of(DataSize.Small);

    public static TheoryData<DataSize, int, int> Sizes => new() { { DataSize.Small, 1_000, 3_856 }, { DataSize.Full, 31_465, 121_317 } };

    [Theory]
    [MemberData(nameof(Sizes))]
    public void There_is_as_much_as_it_says(DataSize size, int orders, int details)
    {
        var data = Of(size);
        Assert.Equal(Enumerable.Range(1, orders), data.Orders.Select(order => order.OrderId));
        Assert.Equal(Enumerable.Range(1, details), data.Orders.SelectMany(order => order.Details).Select(detail => detail.OrderDetailId));
        Assert.All(data.Orders, order => Assert.InRange(order.Details.Count, 1, 72));
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void What_is_referred_to_is_there_and_sums_are_right(DataSize size, int orders, int details)
    {
        var data = Of(size);
        Assert.Equal((orders, details), (data.Orders.Length, data.Orders.Sum(order => order.Details.Count)));

        Assert.All(data.Orders, order =>
        {
            Assert.InRange(order.CustomerId, 1, data.Customers.Count);
            Assert.All(order.Details, detail => Assert.Equal(data.Products[detail.ProductId - 1].Name, detail.ProductName));
            Assert.Equal(order.Details.Sum(detail => detail.LineTotal), order.SubTotal);
            Assert.Equal(order.SubTotal + order.TaxAmount + order.Freight, order.TotalDue);
        });
    }

    [Fact]
    public void It_is_the_same_every_time() =>
        Assert.Equal(
            System.Text.Json.JsonSerializer.Serialize(Small),
            System.Text.Json.JsonSerializer.Serialize(SalesData.Of(DataSize.Small))
        );

    [Fact]
    public void No_text_has_a_character_that_serializers_write_differently()
    {
        var texts = Full
            .Customers.SelectMany(customer =>
                new[] { customer.FirstName, customer.LastName, customer.EmailAddress, customer.AccountNumber }
            )
            .Concat(Full.Products.SelectMany(product => new[] { product.Name, product.ProductNumber, product.Color, product.Size }))
            .Concat(Full.Orders.SelectMany(order => new[] { order.PurchaseOrderNumber, order.CarrierTrackingNumber }))
            .OfType<string>();

        Assert.All(texts, text =>
            Assert.All(text, character => Assert.True(char.IsAsciiLetterOrDigit(character) || character is ' ' or '-' or '.' or '@', text))
        );
        Assert.All(Full.Customers, customer => Assert.NotEmpty(customer.FirstName));
    }

    private static SalesData Of(DataSize size) => size == DataSize.Full ? Full : Small;
}
