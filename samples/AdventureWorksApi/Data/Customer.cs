namespace Samples.AdventureWorksApi.Data;

/// <summary>Somebody who orders.</summary>
public sealed class Customer
{
    public int CustomerId { get; set; }

    public string AccountNumber { get; set; } = "";

    public string FirstName { get; set; } = "";

    public string LastName { get; set; } = "";

    public string EmailAddress { get; set; } = "";
}
