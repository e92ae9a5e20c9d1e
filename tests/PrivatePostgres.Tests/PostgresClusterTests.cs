using Npgsql;

namespace Bench.PrivatePostgres.Tests;

[Trait("Category", "Process")]
public sealed class PostgresClusterTests
{
    [Fact]
    public void What_a_killed_process_left_is_ended_and_removed()
    {
        NeedsPostgres();
        var (abandoned, folder, postmaster) = Abandoned();

        using (PostgresCluster.Start())
        {
            Assert.False(Directory.Exists(folder));
            Assert.ThrowsAny<Exception>(() => Process.GetProcessById(postmaster).WaitForExit(0) ? throw new ArgumentException("ended") : 0);
        }

        abandoned.Dispose();
    }

    // Any other start of a cluster, in this process or another, removes abandoned ones, even while they are being made.
    private static (PostgresCluster Cluster, string Folder, int Postmaster) Abandoned()
    {
        for (var attempt = 1; ; attempt++)
        {
            PostgresCluster? cluster = null;
            try
            {
                cluster = PostgresCluster.StartAbandoned();
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

    /// <summary>Two containers that share the folder can have processes with the same id.</summary>
    [Fact]
    public void A_lock_and_not_a_process_id_says_that_a_process_lives()
    {
        NeedsPostgres();
        var left = Directory.CreateDirectory(
            Path.Combine(Path.GetTempPath(), FormattableString.Invariant($"bench-postgres-{Environment.ProcessId}-{Guid.NewGuid():N}"))
        );
        PostgresCluster.Start().Dispose();
        left.Refresh();
        Assert.False(left.Exists);
    }

    [Fact]
    public void At_the_end_nothing_is_left()
    {
        NeedsPostgres();
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

    [Fact]
    public async Task A_database_is_there_as_soon_as_somebody_asks_for_it()
    {
        NeedsPostgres();
        using var cluster = PostgresCluster.Start();
        await using var connection = new NpgsqlConnection(cluster.ConnectionString("postgres") + ";Pooling=false");
        await connection.OpenAsync(TestContext.Current.CancellationToken);
        await using var command = new NpgsqlCommand("SHOW listen_addresses", connection);

        // Only this user on this machine can reach it: it uses a socket in its own folder.
        Assert.Equal("", await command.ExecuteScalarAsync(TestContext.Current.CancellationToken));
    }

    private static void NeedsPostgres() =>
        Assert.SkipWhen(PostgresCluster.UnsupportedReason is not null, PostgresCluster.UnsupportedReason ?? "");
}
