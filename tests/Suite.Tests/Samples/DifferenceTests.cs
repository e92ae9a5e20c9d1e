namespace Suite.Tests.Samples;

public sealed class DifferenceTests(RunningSamples samples)
{
    private const string Valid = """{"id":1,"description":"x"}""";

    // Each case with one or more calls. The case's line in the table is true for all of them.
    private static readonly Dictionary<string, Call[]> Calls = new()
    {
        ["a broken rule"] =
        [
            Cases.Validate("""{"id":1}"""),
            Call.Post(Routes.Registrations, Forms.With("householdSize", 0)),
            Call.Get(Routes.Jsons + "?size=0"),
        ],
        ["an empty string where other rules fail too"] =
        [
            Call.Post(Routes.Registrations, Forms.With("email", "")),
            Call.Post(Routes.Registrations, Forms.With("userName", "")),
        ],
        ["malformed JSON"] = [Cases.Validate("""{"id":"""), Cases.Validate("x")],
        ["a value of another type"] = [Cases.Validate("""{"id":"one"}"""), Cases.Validate("[]")],
        ["`null`, or an empty body"] = [Cases.Validate("null"), Cases.Validate("")],
        ["a body of another media type"] = [Cases.Validate(Valid, "text/plain"), Cases.Validate(Valid, mediaType: null)],
        ["neither body nor media type"] = [Cases.Validate("", mediaType: null)],
        ["JSON as `text/json`"] = [Cases.Validate(Valid, "text/json")],
        ["JSON declared as latin1"] =
        [
            Cases.Validate(Cases.Latin1("""{"id":1,"description":"é"}"""), "application/json; charset=iso-8859-1"),
        ],
        ["JSON with an unknown charset"] = [Cases.Validate(Valid, "application/json; charset=nonsense")],
        ["JSON with a quoted charset"] = [Cases.Validate(Valid, "application/json; charset=\"utf-8\"")],
        ["JSON of 33 to 64 levels"] = [Cases.Nested(33), Cases.Nested(64)],
        ["a `size` that is no number"] = [Call.Get(Routes.Jsons + "?size=abc"), Call.Get(Routes.Jsons + "?size=")],
        ["a hexadecimal `size`"] = [Call.Get(Routes.Jsons + "?size=0x10")],
        ["`size` given twice"] = [Call.Get(Routes.Jsons + "?size=1&size=2")],
        ["text, where the client accepts only JSON"] = [Call.Get(Routes.TextPlain) with { Accept = "application/json" }],
        ["JSON, where the client accepts only `text/json`"] = [Call.Get(Routes.Jsons) with { Accept = "text/json" }],
        ["JSON, where the client accepts only UTF-16"] = [Call.Get(Routes.Jsons) with { AcceptCharset = "utf-16" }],
    };

    private static readonly Dictionary<string, (string Minimal, string Controller)> Table = File.ReadLines(
            Path.Combine(AppContext.BaseDirectory, "samples-README.md")
        )
        .SkipWhile(line => line != "## Differences")
        .Skip(1)
        .TakeWhile(line => !line.StartsWith("## ", StringComparison.Ordinal))
        .Where(line => line.StartsWith('|'))
        .Skip(2)
        .Select(line => line.Trim('|').Split('|', StringSplitOptions.TrimEntries))
        .ToDictionary(cells => cells[0], cells => (cells[1], cells[2]));

    public static TheoryData<string> Names => [.. Calls.Keys];

    [Fact]
    public void The_table_lists_every_case() => Assert.Equal(Calls.Keys, Table.Keys);

    // Over sockets: an in-memory server rethrows exceptions that Kestrel answers with 500.
    [Theory]
    [MemberData(nameof(Names))]
    public async Task The_line_is_true(string name)
    {
        foreach (var call in Calls[name])
        {
            var (minimal, controller) = await samples.AskBoth(Server.Sockets, call);

            Assert.Equal(Table[name], (minimal.Describe(), controller.Describe()));
        }
    }
}
