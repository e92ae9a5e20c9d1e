namespace Samples.AdventureWorksApi.Data;

/// <summary>A line of an order.</summary>
public sealed class OrderDetail
{
    public int OrderDetailId { get; set; }

    public int OrderId { get; set; }

    public int ProductId { get; set; }

    public string ProductName { get; set; } = "";

    public short Quantity { get; set; }

    public decimal UnitPrice { get; set; }

    public decimal UnitPriceDiscount { get; set; }

    public decimal LineTotal { get; set; }

    public Guid RowGuid { get; set; }

    public DateTime ModifiedDate { get; set; }
}
