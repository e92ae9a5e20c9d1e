namespace Suite.Tests.Samples;

public sealed class ValidationTests(RunningSamples samples)
{
    private static readonly Dictionary<string, Call> Calls = new()
    {
        ["no properties"] = Cases.Validate("{}"),
        ["both null"] = Cases.Validate("""{"id":null,"description":null}"""),
        ["no id"] = Cases.Validate("""{"description":"x"}"""),
        ["id null"] = Cases.Validate("""{"id":null,"description":"x"}"""),
        ["no description"] = Cases.Validate("""{"id":1}"""),
        ["description null"] = Cases.Validate("""{"id":1,"description":null}"""),
        ["description empty"] = Cases.Describe(""),
        ["description of white space"] = Cases.Describe("   "),
        ["101 characters"] = Cases.Describe(new string('x', 101)),
        ["51 characters of two UTF-16 units"] = Cases.Describe(string.Concat(Enumerable.Repeat("😀", 51))),
        ["a million characters"] = Cases.Describe(new string('x', 1_000_000)),
        ["no id, 101 characters"] = Cases.Validate($$"""{"description":"{{new string('x', 101)}}"}"""),
        ["a duplicate property, only the first one is valid"] = Cases.Validate("""{"id":1,"description":"x","id":null}"""),
        ["size 0"] = Call.Get(Routes.Jsons + "?size=0"),
        ["size -1"] = Call.Get(Routes.Jsons + "?size=-1"),
        ["size 10001"] = Call.Get(Routes.Jsons + "?size=10001"),
        ["the largest size"] = Call.Get(Routes.Jsons + $"?size={int.MaxValue}"),
        ["a registration without properties"] = Call.Post(Routes.Registrations, "{}"),
        ["a registration with an error in each property"] = Call.Post(
            Routes.Registrations,
            """
            {"city":" ","email":"x","website":"x","lastName":null,"userName":"A","firstName":null,"interests":[],
            "countryCode":"gb","phoneNumber":"x","acceptsTerms":false,"householdSize":0}
            """
        ),
    };

    public static TheoryData<string, Server> Names => Cases.OnBothServers(Calls);

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Both_refuse_with_the_same_document(string name, Server server)
    {
        var (minimal, controller) = await samples.AskBoth(server, Calls[name]);

        Assert.Equal(400, minimal.Status);
        Assert.Equal(400, controller.Status);
        Assert.NotEmpty(minimal.Errors);
        Assert.Equal(minimal.TextWithoutTraceId, controller.TextWithoutTraceId);
        Assert.NotEqual(minimal.Text, minimal.TextWithoutTraceId);
        Assert.NotEqual(controller.Text, controller.TextWithoutTraceId);
        Assert.Equal("application/problem+json", minimal.ContentType);
        Assert.Equal("application/problem+json; charset=utf-8", controller.ContentType);
        Assert.Equal(minimal.OtherHeaders, controller.OtherHeaders);
    }

    [Fact]
    public async Task The_document_is_a_validation_problem()
    {
        var minimal = await samples.Ask(Sample.Minimal, Server.InMemory, Cases.Validate("{}"));
        Assert.Equal(
            """
            {"type":"https://tools.ietf.org/html/rfc9110#section-15.5.1","title":"One or more validation errors occurred.","status":400,"errors":{"Id":["The Id field is required."],"Description":["The Description field is required."]}}
            """,
            minimal.TextWithoutTraceId
        );
    }
}
