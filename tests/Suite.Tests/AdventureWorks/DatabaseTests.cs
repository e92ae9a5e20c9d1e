using Npgsql;
using Samples.AdventureWorksApi;

namespace Suite.Tests.AdventureWorks;

[Trait("Category", "Process")]
public sealed class DatabaseTests(SalesServer server)
{
    [Theory]
    [InlineData(Mode.Async)]
    [InlineData(Mode.Sync)]
    public async Task A_thousand_requests_share_ten_connections(Mode mode)
    {
        using var app = server.Start(
            Provider.Postgres,
            "crowded",
            ("Mode", $"{mode}"),
            ("Pool", $";Maximum Pool Size=10;Application Name=crowd{mode};Timeout=120")
        );
        var expected = (await app.Ask(Call.Get("/orders?page=2&pageSize=5"))).Text;

        var answers = await Task.WhenAll(
            Enumerable.Range(0, 1_000).Select(_ => Task.Run(() => app.Ask(Call.Get("/orders?page=2&pageSize=5"))))
        );

        Assert.All(answers, answer => Assert.Equal((200, expected), (answer.Status, answer.Text)));
        Assert.InRange(
            await Ask(server.ConnectionString("crowded"), $"SELECT count(*) FROM pg_stat_activity WHERE application_name = 'crowd{mode}'"),
            1,
            10
        );
        // A leaked connection would still be in a transaction or in a query.
        Assert.Equal(
            0,
            await Ask(
                server.ConnectionString("crowded"),
                $"SELECT count(*) FROM pg_stat_activity WHERE application_name = 'crowd{mode}' AND state <> 'idle'"
            )
        );
    }

    [Fact]
    public async Task Who_hangs_up_ends_the_query()
    {
        const string waiting = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'hangs' AND state = 'active'";
        var connectionString = server.ConnectionString("cancelled");
        using var app = server.Start(Provider.Postgres, "cancelled", ("Pool", ";Application Name=hangs"));
        await using var blocker = new NpgsqlConnection(connectionString);
        await blocker.OpenAsync(TestContext.Current.CancellationToken);
        await using var transaction = await blocker.BeginTransactionAsync(TestContext.Current.CancellationToken);
        await using (var command = new NpgsqlCommand("LOCK TABLE order_header IN ACCESS EXCLUSIVE MODE", blocker))
            await command.ExecuteNonQueryAsync(TestContext.Current.CancellationToken);

        using var impatience = new CancellationTokenSource();
        var request = app.Client.GetAsync(new Uri("/orders/1", UriKind.Relative), impatience.Token);
        await Until(connectionString, waiting, 1);
        await impatience.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => request);
        await Until(connectionString, waiting, 0);
    }

    [Fact]
    public void A_database_with_other_data_is_refused()
    {
        using (server.Start(Provider.Postgres, "othersize")) { }
        var refusal = Assert.ThrowsAny<Exception>(() => server.Start(Provider.Postgres, "othersize", ("Data", "Full")).Dispose());
        Assert.Contains("holds the Small data", refusal.ToString());
    }

    [Fact]
    public async Task Applications_that_start_at_the_same_time_fill_it_once()
    {
        var apps = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(() => server.Start(Provider.Postgres, "together"))));

        foreach (var app in apps)
            app.Dispose();
        Assert.Equal(1_000, await Ask(server.ConnectionString("together"), "SELECT count(*) FROM order_header"));
        // A process that waits in a query for the one that fills would prevent the rows from being marked as visible. Then every query
        // would stay slower.
        Assert.Equal(
            0,
            await Ask(
                server.ConnectionString("together"),
                "SELECT count(*) FROM pg_stat_user_tables JOIN pg_class ON pg_class.oid = relid WHERE relallvisible < relpages"
            )
        );
    }

    internal static async Task Until(string connectionString, string question, long answer)
    {
        for (
            var clock = Stopwatch.StartNew();
            await Ask(connectionString, question) != answer;
            await Task.Delay(20, TestContext.Current.CancellationToken)
        )
            Assert.True(clock.Elapsed < TimeSpan.FromSeconds(30), $"{question} did not become {answer}");
    }

    private static async Task<long> Ask(string connectionString, string question)
    {
        await using var connection = new NpgsqlConnection(connectionString + ";Pooling=false");
        await connection.OpenAsync(TestContext.Current.CancellationToken);
        await using var command = new NpgsqlCommand(question, connection);
        return (long)(await command.ExecuteScalarAsync(TestContext.Current.CancellationToken))!;
    }
}
