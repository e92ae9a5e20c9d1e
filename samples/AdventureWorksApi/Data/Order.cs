namespace Samples.AdventureWorksApi.Data;

/// <summary>A sales order. It is also what the API answers with, so its properties are in the order of the JSON.</summary>
public sealed class Order
{
    public int OrderId { get; set; }

    public int CustomerId { get; set; }

    public DateTime OrderDate { get; set; }

    public DateTime DueDate { get; set; }

    public DateTime? ShipDate { get; set; }

    public short Status { get; set; }

    public bool IsOnlineOrder { get; set; }

    public string? PurchaseOrderNumber { get; set; }

    public string? CarrierTrackingNumber { get; set; }

    public decimal SubTotal { get; set; }

    public decimal TaxAmount { get; set; }

    public decimal Freight { get; set; }

    public decimal TotalDue { get; set; }

    public Guid RowGuid { get; set; }

    public DateTime ModifiedDate { get; set; }

    // No way back from a detail to its order: the JSON would go round in circles.
    public List<OrderDetail> Details { get; set; } = [];
}
