using System.Text.RegularExpressions;

namespace Samples.AdventureWorksApi;

/// <summary>What <c>POST /orders</c> takes.</summary>
public sealed partial record NewOrder
{
    private const int MaxLines = 100;
    private const int MaxQuantity = 1_000;

    public int? CustomerId { get; init; }

    public string? PurchaseOrderNumber { get; init; }

    public IReadOnlyList<NewLine>? Lines { get; init; }

    /// <summary>What is wrong with it, by field; empty where nothing is.</summary>
    public IDictionary<string, string[]> Errors()
    {
        var errors = new Dictionary<string, string[]>();
        if (CustomerId is null)
            errors["customerId"] = ["The customerId field is required."];
        if (PurchaseOrderNumber is not null && !PlainNumber().IsMatch(PurchaseOrderNumber))
            errors["purchaseOrderNumber"] = ["The purchaseOrderNumber field takes 1 to 25 capital letters, digits and dashes."];
        if (Lines is null or { Count: 0 or > MaxLines })
            errors["lines"] = [$"The lines field takes 1 to {MaxLines} lines."];
        else if (Lines.Any(line => line?.ProductId is null))
            errors["lines"] = ["Every line needs a productId."];
        else if (Lines.Any(line => line.Quantity is not (>= 1 and <= MaxQuantity)))
            errors["lines"] = [$"Every line needs a quantity from 1 to {MaxQuantity}."];
        return errors;
    }

    [GeneratedRegex("^[A-Z0-9-]{1,25}\\z")]
    private static partial Regex PlainNumber();
}

/// <summary>A line of a new order.</summary>
public sealed record NewLine
{
    public int? ProductId { get; init; }

    public int? Quantity { get; init; }
}
