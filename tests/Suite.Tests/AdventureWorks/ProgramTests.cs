using Bench.PrivatePostgres;
using Samples.AdventureWorksApi;

namespace Suite.Tests.AdventureWorks;

/// <summary>
/// The application, and the suite's program on its database, as processes: their errors, and what they leave behind.
/// </summary>
[Trait("Category", "Process")]
public sealed class ProgramTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);
    private static readonly string[] Command =
    [
        Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet",
        typeof(AdventureWorksApp).Assembly.Location,
    ];

    [Theory]
    [InlineData("Host=/nowhere;Database=x")]
    [InlineData("Host=127.0.0.1;Port=1;Database=x")]
    [InlineData("garbage")]
    [InlineData("Host=127.0.0.1;Port=abc")]
    [InlineData("Database=x")]
    public async Task A_database_that_cannot_be_used_is_one_line_and_exit_code_2(string connectionString)
    {
        using var process = Start("--Provider", "Postgres", "--ConnectionStrings:AdventureWorks", connectionString);
        var (exitCode, output, error) = await process.End();
        Assert.Equal(2, exitCode);
        Assert.Empty(output);
        Assert.Contains("ConnectionStrings:AdventureWorks", Assert.Single(error.Split('\n', StringSplitOptions.RemoveEmptyEntries)));
    }

    [Theory]
    [InlineData("Data Source=/nowhere/sales.db")]
    [InlineData("Data Source=/dev/null")]
    [InlineData("Data Source=:memory:")]
    [InlineData("Data Source=x.db;Mode=Memory")]
    [InlineData("Data Source=x.db;Mode=Sometimes")]
    [InlineData("garbage")]
    [InlineData("Host=127.0.0.1;Database=x")]
    public async Task So_is_a_file_of_SQLite(string connectionString)
    {
        using var process = Start("--ConnectionStrings:AdventureWorks", connectionString);
        var (exitCode, output, error) = await process.End();
        Assert.Equal(2, exitCode);
        Assert.Empty(output);
        Assert.Contains("ConnectionStrings:AdventureWorks", Assert.Single(error.Split('\n', StringSplitOptions.RemoveEmptyEntries)));
    }

    [Theory]
    [InlineData("TERM")]
    [InlineData("INT")]
    public async Task A_signal_leaves_no_file_behind(string signal)
    {
        using var folder = new TemporaryFolder();
        using var process = SampleProcess.Start([.. Command, "--urls", "http://127.0.0.1:0"], ("TMPDIR", folder.Path));
        await process.ReadAddresses();
        Assert.Contains(Directory.EnumerateDirectories(folder.Path), IsOfSqlite);
        using var kill = Process.Start("kill", ["-" + signal, process.Id.ToString(CultureInfo.InvariantCulture)]);
        Assert.Equal(0, (await process.End()).ExitCode);
        Assert.DoesNotContain(Directory.EnumerateFileSystemEntries(folder.Path), IsOfSqlite);
    }

    [Theory]
    [InlineData("Minimal", "SystemTextJson")]
    [InlineData("Minimal", "Newtonsoft")]
    [InlineData("Controllers", "SystemTextJson")]
    [InlineData("Controllers", "Newtonsoft")]
    public async Task A_body_that_is_too_large_is_413(string style, string serializer)
    {
        using var process = Start("--urls", "http://127.0.0.1:0", "--Style", style, "--Serializer", serializer);
        using var client = new HttpClient(new SocketsHttpHandler { Expect100ContinueTimeout = Patience })
        {
            BaseAddress = new Uri(Assert.Single(await process.ReadAddresses())),
        };
        // Asks first, so that the response is read before the server closes the connection with unsent data.
        client.DefaultRequestHeaders.ExpectContinue = true;

        var answer = await Questions.Order(new string(' ', 31_000_000)).SendTo(client);

        Assert.Equal((413, "application/problem+json"), (answer.Status, answer.ContentType?.Split(';')[0]));
    }

    [Theory]
    [InlineData("0", "0", "Minimal")]
    [InlineData("1", "0", "Minimal")]
    [InlineData("1", "1", "Controllers")]
    public async Task The_runtimes_own_switches_take_effect_and_change_no_answer(string serverGC, string noPgo, string style)
    {
        using var process = SampleProcess.Start(
            [.. Command, "--urls", "http://127.0.0.1:0", "--Style", style],
            ("DOTNET_gcServer", serverGC),
            ("DOTNET_TieredPGO", noPgo)
        );
        using var client = new HttpClient { BaseAddress = new Uri(Assert.Single(await process.ReadAddresses())) };

        // With one processor the runtime silently takes the workstation collector.
        Assert.Contains(
            $"\"isServerGC\":{(serverGC == "1" && Environment.ProcessorCount > 1 ? "true" : "false")}",
            (await Call.Get("/health").SendTo(client)).Text
        );
        Assert.Equal(await SwitchTests.Expected.Value, await SwitchTests.Describe(call => call.SendTo(client)));
    }

    [Theory]
    [InlineData("TERM", Provider.Postgres)]
    [InlineData("INT", Provider.Postgres)]
    [InlineData("TERM", Provider.Sqlite)]
    [InlineData("INT", Provider.Sqlite)]
    public async Task A_signal_leaves_no_database_of_the_suite_behind(string signal, Provider provider)
    {
        if (provider == Provider.Postgres)
            Assert.SkipWhen(PostgresCluster.UnsupportedReason is not null, PostgresCluster.UnsupportedReason ?? "");
        using var folder = new TemporaryFolder();
        string[] command =
        [
            .. InterruptSignal.NotIgnored(),
            "dotnet",
            "exec",
            Checkout.Program,
            "--smoke",
            "--filter",
            "*TrackingBenchmarks*",
        ];
        var start = new ProcessStartInfo(command[0], command[1..]) { RedirectStandardOutput = true, RedirectStandardError = true };
        if (provider == Provider.Sqlite)
            (start.Environment["ConnectionStrings__AdventureWorks"], start.Environment["TMPDIR"]) = ("Data Source=", folder.Path);
        using var suite = Process.Start(start)!;
        var clock = Stopwatch.StartNew();
        while (!IsThere())
        {
            Assert.False(suite.HasExited);
            Assert.True(clock.Elapsed < Patience, "no database was made");
            await Task.Delay(20, TestContext.Current.CancellationToken);
        }

        using var kill = Process.Start("kill", ["-" + signal, suite.Id.ToString(CultureInfo.InvariantCulture)]);
        await suite.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(Patience, TestContext.Current.CancellationToken);

        Assert.NotEqual(0, suite.ExitCode);
        Assert.Null(Cluster(suite.Id));
        Assert.DoesNotContain(Directory.EnumerateFileSystemEntries(folder.Path), IsOfSqlite);

        bool IsThere() =>
            provider == Provider.Sqlite
                ? Directory.EnumerateDirectories(folder.Path).Where(IsOfSqlite).Any(made => File.Exists(Path.Combine(made, "sales.db")))
                : Cluster(suite.Id) is { } starting && File.Exists(Path.Combine(starting, "data", "postmaster.pid"));
    }

    private static string? Cluster(int owner) =>
        Directory.EnumerateDirectories(Path.GetTempPath(), FormattableString.Invariant($"bench-postgres-{owner}-*")).FirstOrDefault();

    private static bool IsOfSqlite(string path) => Path.GetFileName(path).StartsWith("adventureworks-", StringComparison.Ordinal);

    private static SampleProcess Start(params string[] arguments) => SampleProcess.Start([.. Command, .. arguments]);
}
