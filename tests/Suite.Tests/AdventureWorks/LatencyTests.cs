using System.Data.Common;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Samples.AdventureWorksApi;
using Samples.AdventureWorksApi.Data;
using Samples.Contracts.Hosting;

namespace Suite.Tests.AdventureWorks;

public sealed class LatencyTests(SalesServer server)
{
    private const int Milliseconds = 60;

    /// <summary>A timer counts whole milliseconds of a coarse clock, and may end some of them early.</summary>
    private static readonly TimeSpan Least = TimeSpan.FromMilliseconds(Milliseconds * 0.8);

    private static readonly Func<DatabaseLatency, DbCommand, Task>[] Executions =
    [
        (latency, command) => Task.FromResult(latency.ReaderExecuting(command, null!, default)),
        (latency, command) => Task.FromResult(latency.ScalarExecuting(command, null!, default)),
        (latency, command) => Task.FromResult(latency.NonQueryExecuting(command, null!, default)),
        (latency, command) => latency.ReaderExecutingAsync(command, null!, default).AsTask(),
        (latency, command) => latency.ScalarExecutingAsync(command, null!, default).AsTask(),
        (latency, command) => latency.NonQueryExecutingAsync(command, null!, default).AsTask(),
    ];

    public static TheoryData<int> EachExecution => [.. Enumerable.Range(0, Executions.Length)];

    [Theory]
    [MemberData(nameof(EachExecution))]
    public async Task SQLite_waits_before_each_command(int execution)
    {
        var latency = DatabaseLatency.Of(Provider.Sqlite, TimeSpan.FromMilliseconds(Milliseconds));
        using var command = new SqliteCommand("SELECT 1");
        var clock = Stopwatch.StartNew();
        await Executions[execution](latency, command);
        Assert.InRange(clock.Elapsed, Least, TimeSpan.MaxValue);
        Assert.Equal("SELECT 1", command.CommandText);
    }

    [Theory]
    [InlineData(Mode.Async)]
    [InlineData(Mode.Sync)]
    public Task A_request_to_SQLite_takes_longer(Mode mode) => AssertTakesLonger(Provider.Sqlite, mode);

    [Theory]
    [Trait("Category", "Process")]
    [InlineData(Mode.Async)]
    [InlineData(Mode.Sync)]
    public Task A_request_to_PostgreSQL_takes_longer(Mode mode) => AssertTakesLonger(Provider.Postgres, mode);

    [Theory]
    [Trait("Category", "Process")]
    [InlineData(Mode.Async)]
    [InlineData(Mode.Sync)]
    public async Task The_server_of_PostgreSQL_sleeps(Mode mode)
    {
        var connectionString = server.ConnectionString("latency");
        using var app = server.Start(
            Provider.Postgres,
            "latency",
            ("Mode", $"{mode}"),
            ("DatabaseLatency", "1000"),
            ("Pool", $";Application Name=late{mode}")
        );

        var request = app.Ask(Call.Get("/orders/1"));

        await DatabaseTests.Until(
            connectionString,
            $"SELECT count(*) FROM pg_stat_activity WHERE application_name = 'late{mode}' AND wait_event = 'PgSleep'",
            1
        );
        Assert.Equal(200, (await request).Status);
    }

    [Theory]
    [InlineData(null, 0)]
    [InlineData("", 0)]
    [InlineData("0", 0)]
    [InlineData("5", 5)]
    [InlineData("10000", 10_000)]
    public void It_is_a_number_of_milliseconds(string? text, int milliseconds) =>
        Assert.Equal(TimeSpan.FromMilliseconds(milliseconds), ApiSettings.From(Configured(text)).DatabaseLatency);

    [Theory]
    [InlineData("-1")]
    [InlineData("10001")]
    [InlineData("1.5")]
    [InlineData("5 ms")]
    [InlineData("soon")]
    public void Anything_else_is_refused(string text)
    {
        var refusal = Assert.Throws<SettingException>(() => ApiSettings.From(Configured(text)));
        Assert.Equal($"DatabaseLatency is a number of milliseconds from 0 to 10000, not '{text}'.", refusal.Message);
    }

    private async Task AssertTakesLonger(Provider provider, Mode mode)
    {
        using var usual = server.Start(provider, "latency");
        using var app = server.Start(provider, "latency", ("Mode", $"{mode}"), ("DatabaseLatency", $"{Milliseconds}"));
        var expected = await usual.Ask(Call.Get("/orders/1"));
        var clock = Stopwatch.StartNew();

        var answer = await app.Ask(Call.Get("/orders/1"));

        Assert.InRange(clock.Elapsed, Least, TimeSpan.MaxValue);
        Assert.Equal((200, expected.Text), (answer.Status, answer.Text));
        Assert.Equal(201, (await app.Ask(Questions.Order("""{"customerId":7,"lines":[{"productId":1,"quantity":2}]}"""))).Status);
        Assert.Contains($"\"databaseLatency\":{Milliseconds}}}", (await app.Ask(Call.Get("/health"))).Text);
        Assert.Empty(InterceptorsOf(usual));
        Assert.IsAssignableFrom<DatabaseLatency>(Assert.Single(InterceptorsOf(app)));
    }

    private static IEnumerable<IInterceptor> InterceptorsOf(RunningApp app) =>
        app.Services.GetRequiredService<DbContextOptions<AdventureWorksContext>>().FindExtension<CoreOptionsExtension>()?.Interceptors
        ?? [];

    private static IConfiguration Configured(string? text) =>
        new ConfigurationBuilder().AddInMemoryCollection([new(nameof(ApiSettings.DatabaseLatency), text)]).Build();
}
