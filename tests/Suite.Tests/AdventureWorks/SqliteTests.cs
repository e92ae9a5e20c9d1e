using Microsoft.Data.Sqlite;
using Samples.AdventureWorksApi;
using Samples.AdventureWorksApi.Data;
using Samples.Contracts.Hosting;

namespace Suite.Tests.AdventureWorks;

public sealed class SqliteTests(SalesServer server) : IDisposable
{
    private readonly TemporaryFolder folder = new();

    public void Dispose()
    {
        SqliteConnection.ClearAllPools();
        folder.Dispose();
    }

    [Fact]
    public async Task Its_answers_are_the_data_that_was_inserted()
    {
        var order = SalesData.Of(DataSize.Small).Orders[700];
        using var app = server.Start(Provider.Sqlite);
        var answer = await app.Ask(Call.Get($"/orders/{order.OrderId}"));
        Assert.Equal(JsonSerializer.Serialize(order, JsonSerializerOptions.Web), answer.Text);
    }

    [Fact]
    public async Task A_named_file_keeps_what_was_posted()
    {
        string added;
        using (var first = server.Start(Provider.Sqlite, "", Named()))
            added = (await first.Ask(Questions.Order("""{"customerId":7,"lines":[{"productId":1,"quantity":2}]}"""))).Text;
        using var second = server.Start(Provider.Sqlite, "", Named());
        Assert.Equal(added, (await second.Ask(Call.Get("/orders/1001"))).Text);
    }

    [Fact]
    public async Task Applications_that_start_at_the_same_time_fill_a_file_once()
    {
        var apps = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(() => server.Start(Provider.Sqlite, "", Named()))));
        Assert.All(await Task.WhenAll(apps.Select(app => app.Ask(Call.Get("/orders?after=995&pageSize=100")))), answer =>
            Assert.Equal(5, JsonDocument.Parse(answer.Body).RootElement.GetArrayLength())
        );
        foreach (var app in apps)
            app.Dispose();
    }

    [Fact]
    public void A_file_with_other_data_is_refused()
    {
        using (server.Start(Provider.Sqlite, "", Named())) { }
        var refusal = Assert.ThrowsAny<Exception>(() => server.Start(Provider.Sqlite, "", Named(), ("Data", "Full")).Dispose());
        Assert.Contains("holds the Small data", refusal.ToString());
    }

    [Fact]
    public async Task A_file_that_is_filled_may_be_read_only()
    {
        Assert.ThrowsAny<SettingException>(() => server.Start(Provider.Sqlite, "", Named(";Mode=ReadOnly")).Dispose());
        using (server.Start(Provider.Sqlite, "", Named())) { }
        using var app = server.Start(Provider.Sqlite, "", Named(";Mode=ReadOnly"));
        Assert.Equal(200, (await app.Ask(Call.Get("/orders/1"))).Status);
        Assert.Equal(500, (await app.Ask(Questions.Order("""{"customerId":7,"lines":[{"productId":1,"quantity":2}]}"""))).Status);
    }

    [Fact]
    public void A_temporary_file_is_removed_with_its_folder_and_lives_as_long_as_its_process_needs_it()
    {
        var leftover = Directory.CreateDirectory(Path.Combine(Path.GetTempPath(), $"adventureworks-{Guid.NewGuid():N}"));
        File.WriteAllText(Path.Combine(leftover.FullName, "sales.db"), "");

        using var living = new TemporaryDatabase();
        var file = FileOf(living);
        File.WriteAllText(file, "");
        var next = new TemporaryDatabase();
        var folderOfNext = Path.GetDirectoryName(FileOf(next))!;
        next.Dispose();
        next.Dispose();

        Assert.False(Directory.Exists(leftover.FullName));
        Assert.False(Directory.Exists(folderOfNext));
        Assert.False(File.Exists(folderOfNext + ".lock"));
        Assert.True(File.Exists(file));
    }

    private static string FileOf(TemporaryDatabase database) => new SqliteConnectionStringBuilder(database.ConnectionString).DataSource;

    private (string Name, string Value) Named(string options = "") =>
        ("ConnectionStrings:AdventureWorks", $"Data Source={Path.Combine(folder.Path, "sales.db")}{options}");
}
