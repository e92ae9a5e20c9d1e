using Samples.AdventureWorksApi;

namespace Suite.Tests.AdventureWorks;

public sealed class SwitchTests(SalesServer server)
{
    internal static readonly Lazy<Task<string[]>> Expected = new(async () =>
    {
        using var app = new SalesServer().Start(Provider.Sqlite);
        return await Describe(app.Ask);
    });

    public static TheoryData<Serializer, Mode, Style, int?> Combinations
    {
        get
        {
            var all = new TheoryData<Serializer, Mode, Style, int?>();
            foreach (var serializer in Enum.GetValues<Serializer>())
            {
                foreach (var mode in Enum.GetValues<Mode>())
                {
                    foreach (var style in Enum.GetValues<Style>())
                    {
                        all.Add(serializer, mode, style, null);
                        all.Add(serializer, mode, style, 50);
                    }
                }
            }

            return all;
        }
    }

    /// <summary>The same, but with only one of the combinations that differ in the number of threads.</summary>
    public static TheoryData<Serializer, Mode, Style, int?> CombinationsOnSqlite =>
        [
            .. Combinations.Where(row =>
                row.Data is { Item4: null } or { Item1: Serializer.SystemTextJson, Item2: Mode.Sync, Item3: Style.Minimal }
            ),
        ];

    [Theory]
    [MemberData(nameof(CombinationsOnSqlite))]
    public Task All_answer_with_the_same_bytes(Serializer serializer, Mode mode, Style style, int? minThreads) =>
        AssertAnswers(Provider.Sqlite, serializer, mode, style, minThreads);

    [Theory]
    [Trait("Category", "Process")]
    [MemberData(nameof(Combinations))]
    public Task All_answer_with_the_same_bytes_from_PostgreSQL(Serializer serializer, Mode mode, Style style, int? minThreads) =>
        AssertAnswers(Provider.Postgres, serializer, mode, style, minThreads);

    private async Task AssertAnswers(Provider provider, Serializer serializer, Mode mode, Style style, int? minThreads)
    {
        using var app = server.Start(
            provider,
            "shared",
            ("Serializer", $"{serializer}"),
            ("Mode", $"{mode}"),
            ("Style", $"{style}"),
            ("MinThreads", $"{minThreads}")
        );

        Assert.Equal(await Expected.Value, await Describe(app.Ask));
        var health = (await app.Ask(Call.Get("/health"))).Text;
        foreach (
            var (key, value) in new[]
            {
                ("provider", $"{provider}"),
                ("serializer", $"{serializer}"),
                ("mode", $"{mode}"),
                ("style", $"{style}"),
                ("data", "Small"),
            }
        )
            Assert.Contains($"\"{key}\":\"{value}\"", health);
        if (minThreads is { } threads)
            Assert.Contains($"\"minThreads\":{threads}", health);
    }

    [Fact]
    public async Task Health_tells_what_it_runs_on()
    {
        using var app = server.Start(Provider.Sqlite, "", ("MinThreads", "37"));

        var health = System.Text.Json.JsonDocument.Parse((await app.Ask(Call.Get("/health"))).Body).RootElement;

        Assert.Equal("Healthy", health.GetProperty("status").GetString());
        Assert.Equal(Environment.ProcessorCount, health.GetProperty("processorCount").GetInt32());
        Assert.Equal(System.Runtime.GCSettings.IsServerGC, health.GetProperty("isServerGC").GetBoolean());
        Assert.StartsWith(".NET 10.", health.GetProperty("framework").GetString());
        Assert.StartsWith("10.", health.GetProperty("entityFramework").GetString());
        Assert.Equal(37, health.GetProperty("minThreads").GetInt32());
    }

    /// <summary>Each response as a line. Media types have no parameters, because controllers add a charset to some.</summary>
    internal static async Task<string[]> Describe(Func<Call, Task<Answer>> ask)
    {
        var lines = new List<string>();
        foreach (var call in Questions.All)
        {
            var answer = await ask(call);
            lines.Add(
                $"{call.Path} {System.Text.Encoding.UTF8.GetString(call.Body ?? [])}: {answer.Status} {answer.ContentType?.Split(';')[0]} {answer.Text}"
            );
        }

        foreach (var call in Questions.OnlyStatus)
        {
            var answer = await ask(call);
            lines.Add(
                $"{call.Path} {System.Text.Encoding.UTF8.GetString(call.Body ?? [])}: {answer.Status} {answer.ContentType?.Split(';')[0]}"
            );
        }

        return [.. lines];
    }
}
