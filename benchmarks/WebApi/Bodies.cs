using System.Text.Json;
using Samples.Contracts;

namespace Benchmarks.WebApi;

/// <summary>The bodies that the POST benchmarks send.</summary>
internal static class Bodies
{
    public static readonly byte[] Valid = Json(
        new ValidationRequest { Id = 1, Description = "A description within the limit of 100 characters." }
    );

    /// <summary>Breaks both rules: no id, and a description that is one character too long.</summary>
    public static readonly byte[] Invalid = Json(new ValidationRequest { Id = null, Description = new string('d', 101) });

    public static readonly byte[] TwentyRules = Json(
        new Registration
        {
            AcceptsTerms = true,
            City = "London",
            CountryCode = "GB",
            Email = "ada@example.org",
            FirstName = "Ada",
            HouseholdSize = 4,
            Interests = ["engines", "poetry"],
            LastName = "Lovelace",
            PhoneNumber = "+44 20 7946 0000",
            UserName = "ada-1815",
            Website = "https://example.org/ada",
        }
    );

    /// <summary>An object without a field: breaks every Required rule.</summary>
    public static readonly byte[] Empty = "{}"u8.ToArray();

    private static byte[] Json<T>(T value) => JsonSerializer.SerializeToUtf8Bytes(value, JsonSerializerOptions.Web);
}
