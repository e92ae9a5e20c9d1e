namespace Samples.AdventureWorksApi;

/// <summary>Which part of a list: a page by its number, or what comes after a key.</summary>
public static class Paging
{
    public const int DefaultPageSize = 100;
    public const int LargestPageSize = 100;

    /// <summary>What is wrong with a request for a page, by parameter; empty where nothing is.</summary>
    public static IDictionary<string, string[]> Errors(int? page, int? after, int pageSize)
    {
        var errors = new Dictionary<string, string[]>();
        if (page is < 1)
            errors["page"] = ["The field page must be at least 1."];
        if (after is < 0)
            errors["after"] = ["The field after must be at least 0."];
        if (page is not null && after is not null)
            errors["after"] = ["page and after exclude each other."];
        if (pageSize is < 1 or > LargestPageSize)
            errors["pageSize"] = [$"The field pageSize must be between 1 and {LargestPageSize}."];
        return errors;
    }
}
