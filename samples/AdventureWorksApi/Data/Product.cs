namespace Samples.AdventureWorksApi.Data;

/// <summary>Something that is sold.</summary>
public sealed class Product
{
    public int ProductId { get; set; }

    public string Name { get; set; } = "";

    public string ProductNumber { get; set; } = "";

    public string? Color { get; set; }

    public decimal StandardCost { get; set; }

    public decimal ListPrice { get; set; }

    public string? Size { get; set; }

    public decimal? Weight { get; set; }

    public DateTime SellStartDate { get; set; }

    public bool IsDiscontinued { get; set; }
}
