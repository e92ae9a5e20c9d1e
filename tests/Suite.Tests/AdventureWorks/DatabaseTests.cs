using System.Diagnostics;
using System.Globalization;
using Bench.PrivatePostgres;
using Npgsql;
using Samples.AdventureWorksApi;
using Suite.Tests.Samples;

namespace Suite.Tests.AdventureWorks;

/// <summary>What only a real database can show.</summary>
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
        // One that had leaked would still be in a transaction or in a query.
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
        // What waits in a query for the one that fills would keep the rows from being marked as visible, and every query slower for good.
        Assert.Equal(
            0,
            await Ask(
                server.ConnectionString("together"),
                "SELECT count(*) FROM pg_stat_user_tables JOIN pg_class ON pg_class.oid = relid WHERE relallvisible < relpages"
            )
        );
    }

    [Fact]
    public void What_a_killed_process_left_is_ended_and_removed()
    {
        Assert.SkipWhen(PostgresCluster.UnsupportedReason is not null, PostgresCluster.UnsupportedReason ?? "");
        using var gone = Process.Start(new ProcessStartInfo("true"))!;
        gone.WaitForExit();
        var (abandoned, folder, postmaster) = Abandoned(gone.Id);

        using (PostgresCluster.Start())
        {
            Assert.False(Directory.Exists(folder));
            Assert.ThrowsAny<Exception>(() => Process.GetProcessById(postmaster).WaitForExit(0) ? throw new ArgumentException("ended") : 0);
        }

        abandoned.Dispose();
    }

    // Whoever else starts a cluster meanwhile, in this process or in another, removes what belongs to nobody, also while it is being made.
    private static (PostgresCluster Cluster, string Folder, int Postmaster) Abandoned(int owner)
    {
        for (var attempt = 1; ; attempt++)
        {
            PostgresCluster? cluster = null;
            try
            {
                cluster = PostgresCluster.Start(owner);
                var folder = new NpgsqlConnectionStringBuilder(cluster.ConnectionString("postgres")).Host!;
                return (
                    cluster,
                    folder,
                    int.Parse(File.ReadLines(Path.Combine(folder, "data", "postmaster.pid")).First(), CultureInfo.InvariantCulture)
                );
            }
            catch (Exception e) when (attempt < 10 && e is (InvalidOperationException or IOException or UnauthorizedAccessException))
            {
                cluster?.Dispose();
            }
        }
    }

    [Fact]
    public void At_the_end_nothing_is_left()
    {
        Assert.SkipWhen(PostgresCluster.UnsupportedReason is not null, PostgresCluster.UnsupportedReason ?? "");
        string folder;
        using (var cluster = PostgresCluster.Start())
        {
            folder = new NpgsqlConnectionStringBuilder(cluster.ConnectionString("postgres")).Host!;
            Assert.Equal(
                UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute,
                OperatingSystem.IsWindows() ? default : File.GetUnixFileMode(folder)
            );
        }

        Assert.False(Directory.Exists(folder));
    }

    private static async Task Until(string connectionString, string question, long answer)
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
