using System.ComponentModel.DataAnnotations;
using System.Reflection;
using System.Text.Json.Nodes;

namespace Suite.Tests.Samples;

public sealed class RegistrationRuleTests(RunningSamples samples)
{
    private static readonly Dictionary<(string Property, Type Rule), JsonNode?> Violations = new()
    {
        [("City", typeof(RequiredAttribute))] = null,
        [("City", typeof(StringLengthAttribute))] = new string('x', 81),
        [("Email", typeof(RequiredAttribute))] = null,
        [("Email", typeof(EmailAddressAttribute))] = "ada.example.org",
        [("Email", typeof(StringLengthAttribute))] = new string('x', 255 - "@example.org".Length) + "@example.org",
        [("Website", typeof(UrlAttribute))] = "example.org",
        [("LastName", typeof(RequiredAttribute))] = null,
        [("LastName", typeof(StringLengthAttribute))] = new string('x', 51),
        [("UserName", typeof(RequiredAttribute))] = null,
        [("UserName", typeof(LengthAttribute))] = "ab",
        [("UserName", typeof(RegularExpressionAttribute))] = "Ada 1815",
        [("FirstName", typeof(RequiredAttribute))] = null,
        [("FirstName", typeof(StringLengthAttribute))] = new string('x', 51),
        [("Interests", typeof(MinLengthAttribute))] = new JsonArray(),
        [("Interests", typeof(MaxLengthAttribute))] = new JsonArray([.. Enumerable.Range(0, 11).Select(i => JsonValue.Create($"{i}"))]),
        [("CountryCode", typeof(RequiredAttribute))] = null,
        [("CountryCode", typeof(RegularExpressionAttribute))] = "GBR",
        [("PhoneNumber", typeof(PhoneAttribute))] = "none",
        [("AcceptsTerms", typeof(AllowedValuesAttribute))] = false,
        [("HouseholdSize", typeof(RangeAttribute))] = 21,
    };

    public static TheoryData<string, string> Names => [.. Violations.Keys.Select(key => (key.Property, key.Rule.Name))];

    [Fact]
    public void There_are_20_rules_and_each_has_its_violation()
    {
        var rules = typeof(Registration)
            .GetProperties()
            .SelectMany(property => property.GetCustomAttributes<ValidationAttribute>().Select(rule => (property.Name, rule.GetType())))
            .ToArray();
        Assert.Equal(20, rules.Length);
        Assert.Equal(rules.ToHashSet(), Violations.Keys.ToHashSet());
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Both_enforce(string property, string rule)
    {
        var violation = Violations.Single(entry => entry.Key.Property == property && entry.Key.Rule.Name == rule).Value;
        var jsonName = char.ToLowerInvariant(property[0]) + property[1..];
        var attribute = typeof(Registration)
            .GetProperty(property)!
            .GetCustomAttributes<ValidationAttribute>()
            .Single(candidate => candidate.GetType().Name == rule);

        var (minimal, controller) = await samples.AskBoth(
            Server.InMemory,
            Call.Post(Routes.Registrations, Forms.With(jsonName, violation?.DeepClone()))
        );

        Assert.Equal(400, minimal.Status);
        Assert.Equal(400, controller.Status);
        Assert.Equal([property], minimal.Errors.Keys);
        Assert.Equal([attribute.FormatErrorMessage(property)], minimal.Errors[property]);
        Assert.Equal(minimal.TextWithoutTraceId, controller.TextWithoutTraceId);
    }
}
