using System.Text;

namespace Suite.Tests.Samples;

public sealed class RefusalTests(RunningSamples samples)
{
    private const string Valid = """{"id":1,"description":"x"}""";

    private static readonly Dictionary<string, Call> Unreadable = new()
    {
        ["empty"] = Cases.Validate(""),
        ["white space"] = Cases.Validate("  "),
        ["null"] = Cases.Validate("null"),
        ["truncated in a name"] = Cases.Validate("""{"id"""),
        ["truncated before a value"] = Cases.Validate("""{"id":"""),
        ["truncated in a string"] = Cases.Validate("""{"id":1,"description":"x"""),
        ["truncated before the end"] = Cases.Validate("""{"id":1,"description":"x" """),
        ["text after the end"] = Cases.Validate(Valid + "x"),
        ["two documents"] = Cases.Validate(Valid + Valid),
        ["no JSON"] = Cases.Validate("id=1&description=x"),
        ["single quotes"] = Cases.Validate("{'id':1}"),
        ["a trailing comma"] = Cases.Validate("""{"id":1,"description":"x",}"""),
        ["a comment"] = Cases.Validate("""{"id":1,/* one */"description":"x"}"""),
        ["a line break in a string"] = Cases.Describe("a\nb"),
        ["an array"] = Cases.Validate($"[{Valid}]"),
        ["a string"] = Cases.Validate("\"x\""),
        ["id, a word"] = Cases.Validate("""{"id":"abc","description":"x"}"""),
        ["id, a fraction"] = Cases.Validate("""{"id":1.5,"description":"x"}"""),
        ["id, too large"] = Cases.Validate("""{"id":2147483648,"description":"x"}"""),
        ["id, a truth value"] = Cases.Validate("""{"id":true,"description":"x"}"""),
        ["id, an object"] = Cases.Validate("""{"id":{},"description":"x"}"""),
        ["description, a number"] = Cases.Validate("""{"id":1,"description":1}"""),
        ["description, an array"] = Cases.Validate("""{"id":1,"description":["x"]}"""),
        ["bytes that are not UTF-8"] = Cases.Validate(Cases.Latin1("""{"id":1,"description":"é"}""")),
        ["a lone surrogate"] = Cases.Describe(@"\ud800"),
        ["utf-16, but not declared"] = Cases.Validate(Encoding.Unicode.GetBytes(Valid)),
        ["utf-16 declared, but utf-8"] = Cases.Validate(Valid, "application/json; charset=utf-16"),
        ["65 levels"] = Cases.Nested(65),
        ["10000 levels"] = Cases.Nested(10_000),
        ["a registration, truncated"] = Call.Post(Routes.Registrations, "{"),
        ["a registration, wrong type"] = Call.Post(Routes.Registrations, Forms.With("interests", "engines")),
        ["size, a word"] = Call.Get(Routes.Jsons + "?size=abc"),
        ["size, empty"] = Call.Get(Routes.Jsons + "?size="),
        ["size, a fraction"] = Call.Get(Routes.Jsons + "?size=1.5"),
        ["size, an exponent"] = Call.Get(Routes.Jsons + "?size=1e3"),
        ["size, with a thousands separator"] = Call.Get(Routes.Jsons + "?size=1,000"),
        ["size, too large for a number"] = Call.Get(Routes.Jsons + "?size=99999999999999999999"),
    };

    private static readonly Dictionary<string, Call> WrongMediaTypes = new()
    {
        ["none"] = Cases.Validate(Valid, mediaType: null),
        ["text"] = Cases.Validate(Valid, "text/plain"),
        ["XML"] = Cases.Validate("<id>1</id>", "application/xml"),
        ["a form"] = Cases.Validate("id=1&description=x", "application/x-www-form-urlencoded"),
        ["a form with files"] = Cases.Validate("--x--", "multipart/form-data; boundary=x"),
        ["bytes"] = Cases.Validate(Valid, "application/octet-stream"),
        ["nonsense"] = Cases.Validate(Valid, "nonsense"),
        ["a registration as text"] = Call.Post(Routes.Registrations, "{}", "text/plain"),
    };

    private static readonly Dictionary<string, (Call Call, int Status)> Unrouted = new()
    {
        ["the root"] = (Call.Get("/"), 404),
        ["an unknown route"] = (Call.Get("/nothing"), 404),
        ["an unknown route, POST"] = (Call.Post("/nothing", "{}"), 404),
        ["below a route"] = (Call.Get(Routes.TextPlain + "/more"), 404),
        ["text, POST"] = (Call.Post(Routes.TextPlain, ""), 405),
        ["text, HEAD"] = (new Call(HttpMethod.Head, Routes.TextPlain), 405),
        ["text, OPTIONS"] = (new Call(HttpMethod.Options, Routes.TextPlain), 405),
        ["people, HEAD"] = (new Call(HttpMethod.Head, Routes.Jsons), 405),
        ["people, DELETE"] = (new Call(HttpMethod.Delete, Routes.Jsons), 405),
        ["validations, GET"] = (Call.Get(Routes.Validations), 405),
        ["validations, PUT"] = (Cases.Validate(Valid) with { Method = HttpMethod.Put }, 405),
        ["registrations, PATCH"] = (Call.Post(Routes.Registrations, "{}") with { Method = HttpMethod.Patch }, 405),
        ["an unknown method"] = (new Call(new HttpMethod("BREW"), Routes.TextPlain), 405),
    };

    public static TheoryData<string, Server> UnreadableNames => Cases.OnBothServers(Unreadable);

    public static TheoryData<string, Server> MediaTypeNames => Cases.OnBothServers(WrongMediaTypes);

    public static TheoryData<string, Server> UnroutedNames =>
        Cases.OnBothServers(Unrouted.ToDictionary(entry => entry.Key, entry => entry.Value.Call));

    [Theory]
    [MemberData(nameof(UnreadableNames))]
    public Task Both_answer_400_to_what_they_cannot_read(string name, Server server) => AssertRefused(400, Unreadable[name], server);

    [Theory]
    [MemberData(nameof(MediaTypeNames))]
    public Task Both_answer_415_to_another_media_type(string name, Server server) => AssertRefused(415, WrongMediaTypes[name], server);

    [Theory]
    [MemberData(nameof(UnroutedNames))]
    public async Task Both_answer_alike_where_no_endpoint_is(string name, Server server)
    {
        var (call, status) = Unrouted[name];
        var (minimal, controller) = await samples.AskBoth(server, call);

        Assert.Equal(status, minimal.Status);
        Assert.Equal(status, controller.Status);
        Assert.Equal(minimal.ContentType, controller.ContentType);
        Assert.Equal(minimal.OtherHeaders, controller.OtherHeaders);
        Assert.Empty(minimal.Body);
        Assert.Empty(controller.Body);
    }

    private async Task AssertRefused(int status, Call call, Server server)
    {
        var (minimal, controller) = await samples.AskBoth(server, call);
        Assert.Equal(status, minimal.Status);
        Assert.Equal(status, controller.Status);
        Assert.Empty(minimal.Body);
        Assert.Equal("application/problem+json; charset=utf-8", controller.ContentType);
    }
}
