using System.Text;

namespace Suite.Tests.Samples;

public sealed class SuccessTests(RunningSamples samples)
{
    private const string Valid = """{"id":1,"description":"x"}""";

    private static readonly Dictionary<string, Call> Calls = new()
    {
        ["text"] = Call.Get(Routes.TextPlain),
        ["text, trailing slash"] = Call.Get(Routes.TextPlain + "/"),
        ["text, other case"] = Call.Get(Routes.TextPlain.ToUpperInvariant()),
        ["text, any media type accepted"] = Call.Get(Routes.TextPlain) with { Accept = "*/*" },
        ["text, as a browser asks"] = Call.Get(Routes.TextPlain) with { Accept = "text/html,application/xml;q=0.9,*/*;q=0.8" },
        ["people"] = Call.Get(Routes.Jsons),
        ["people, an unacceptable media type"] = Call.Get(Routes.Jsons) with { Accept = "image/png" },
        ["1 person"] = Call.Get(Routes.Jsons + "?size=1"),
        ["3 people"] = Call.Get(Routes.Jsons + "?size=3"),
        ["100 people"] = Call.Get(Routes.Jsons + "?size=100"),
        ["10000 people"] = Call.Get(Routes.Jsons + "?size=10000"),
        ["another parameter"] = Call.Get(Routes.Jsons + "?page=2"),
        ["size, other case"] = Call.Get(Routes.Jsons + "?SIZE=2"),
        ["valid"] = Cases.Validate(Valid),
        ["properties in another order"] = Cases.Validate("""{"description":"x","id":1}"""),
        ["properties in another case"] = Cases.Validate("""{"ID":1,"Description":"x"}"""),
        ["white space"] = Cases.Validate(" \r\n\t{ \"id\" : 1 , \"description\" : \"x\" }\n"),
        ["an unknown property"] = Cases.Validate("""{"id":1,"description":"x","extra":{"a":[1,2,3]}}"""),
        ["a duplicate property, the last one counts"] = Cases.Validate("""{"id":1,"id":2,"description":"x","description":"y"}"""),
        ["a duplicate property, only the last one is valid"] = Cases.Validate("""{"id":null,"description":"","id":2,"description":"y"}"""),
        ["a number in a string"] = Cases.Validate("""{"id":"7","description":"x"}"""),
        ["the smallest id"] = Cases.Validate($$"""{"id":{{int.MinValue}},"description":"x"}"""),
        ["the largest id"] = Cases.Validate($$"""{"id":{{int.MaxValue}},"description":"x"}"""),
        ["100 characters"] = Cases.Describe(new string('x', 100)),
        ["100 characters of two bytes"] = Cases.Describe(new string('é', 100)),
        ["50 characters of two UTF-16 units"] = Cases.Describe(string.Concat(Enumerable.Repeat("😀", 50))),
        ["characters that HTML escapes"] = Cases.Describe("<&'+>"),
        ["characters that JSON escapes"] = Cases.Describe(@"\""\\\n\u0000\u2028"),
        ["32 levels"] = Cases.Nested(32),
        ["another JSON media type"] = Cases.Validate(Valid, "application/vnd.samples+json"),
        ["a media type with a parameter"] = Cases.Validate(Valid, "application/json; profile=x"),
        ["a media type in another case"] = Cases.Validate(Valid, "Application/JSON; Charset=UTF-8"),
        ["utf-8, with a byte order mark"] = Cases.Validate("\ufeff" + Valid),
        ["utf-16, as declared"] = Cases.Validate(Encoding.Unicode.GetBytes(Valid), "application/json; charset=utf-16"),
        ["a registration"] = Call.Post(Routes.Registrations, Forms.Valid().ToJsonString()),
        ["a registration without what is optional"] = Call.Post(
            Routes.Registrations,
            Forms.With(form =>
            {
                form.Remove("website");
                form.Remove("phoneNumber");
                form.Remove("interests");
                form.Remove("householdSize");
            })
        ),
    };

    public static TheoryData<string, Server> Names => Cases.OnBothServers(Calls);

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Both_give_the_same_bytes(string name, Server server)
    {
        var (minimal, controller) = await samples.AskBoth(server, Calls[name]);
        Assert.Equal(200, minimal.Status);
        Assert.Equal(200, controller.Status);
        Assert.Equal(minimal.ContentType, controller.ContentType);
        Assert.Equal(minimal.OtherHeaders, controller.OtherHeaders);
        Assert.Equal(minimal.Body, controller.Body);
    }

    [Theory]
    [InlineData(Sample.Minimal)]
    [InlineData(Sample.MinimalWithoutValidation)]
    [InlineData(Sample.Controller)]
    public async Task Text_is_what_it_says(Sample sample)
    {
        var answer = await samples.Ask(sample, Server.InMemory, Call.Get(Routes.TextPlain));
        Assert.Equal("text/plain; charset=utf-8", answer.ContentType);
        Assert.Equal("response"u8, answer.Body);
    }

    [Theory]
    [InlineData(Sample.Minimal)]
    [InlineData(Sample.MinimalWithoutValidation)]
    [InlineData(Sample.Controller)]
    public async Task People_are_three_unless_asked_otherwise(Sample sample)
    {
        var answer = await samples.Ask(sample, Server.InMemory, Call.Get(Routes.Jsons));

        Assert.Equal("application/json; charset=utf-8", answer.ContentType);
        Assert.Equal(
            """[{"name":"Ada","surname":"Lovelace","birthDate":"1950-01-01"},"""u8
                .ToArray()
                .Concat("""{"name":"Grace","surname":"Hopper","birthDate":"1971-09-07"},"""u8.ToArray())
                .Concat("""{"name":"Alan","surname":"Turing","birthDate":"1993-05-13"}]"""u8.ToArray()),
            answer.Body
        );
    }

    [Theory]
    [InlineData(Sample.Minimal)]
    [InlineData(Sample.MinimalWithoutValidation)]
    [InlineData(Sample.Controller)]
    public async Task A_valid_request_comes_back(Sample sample)
    {
        var answer = await samples.Ask(sample, Server.InMemory, Cases.Validate(" " + Valid));
        Assert.Equal("application/json; charset=utf-8", answer.ContentType);
        Assert.Equal(Encoding.UTF8.GetBytes(Valid), answer.Body);
    }
}
