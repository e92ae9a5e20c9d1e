using System.Text.Json.Nodes;

namespace Suite.Tests.Samples;

internal static class Forms
{
    public static JsonObject Valid() =>
        new()
        {
            ["city"] = "London",
            ["email"] = "ada@example.org",
            ["website"] = "https://example.org/ada",
            ["lastName"] = "Lovelace",
            ["userName"] = "ada-1815",
            ["firstName"] = "Ada",
            ["interests"] = new JsonArray("engines", "poetry"),
            ["countryCode"] = "GB",
            ["phoneNumber"] = "+44 20 7946 0000",
            ["acceptsTerms"] = true,
            ["householdSize"] = 3,
        };

    public static string With(string property, JsonNode? value) => With(form => form[property] = value);

    public static string With(Action<JsonObject> change)
    {
        var form = Valid();
        change(form);
        return form.ToJsonString();
    }
}
