using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;

namespace Bench.PrivatePostgres;

/// <summary>
/// A PostgreSQL server of one's own, in a temporary folder, from the binaries that are installed. It listens on a Unix socket in that
/// folder only, which nobody else may enter, so it needs no password. Disposing it ends the server and removes the folder; what a process
/// that was killed left behind, the next one removes.
/// </summary>
/// <remarks>
/// The server does not wait for the disk (fsync is off): nothing in it outlives it. Writes are faster than elsewhere, reads are not.
/// </remarks>
internal sealed class PostgresCluster : IDisposable
{
    private const string User = "bench";
    private const string Prefix = "bench-postgres-";
    private const string LockEnding = ".lock";

    /// <summary>Line of postmaster.pid that says how far the server is, since PostgreSQL 10.</summary>
    private const int StatusLine = 7;

    private static readonly TimeSpan TimeToStart = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan TimeToStop = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan TimeToRemove = TimeSpan.FromSeconds(5);

    private readonly string folder;
    private readonly FileLock? held;
    private readonly PosixSignalRegistration[] signals;
    private readonly Lock ending = new();
    private volatile Process? running;
    private bool hasEnded;

    private PostgresCluster(string folder, FileLock? held)
    {
        (this.folder, this.held) = (folder, held);
        AppDomain.CurrentDomain.ProcessExit += OnExit;
        // A signal ends a process without ProcessExit. It is not cancelled: the process ends of it, after this.
        signals =
        [
            .. new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP, PosixSignal.SIGQUIT }.Select(signal =>
                PosixSignalRegistration.Create(signal, _ => End())
            ),
        ];
    }

    /// <summary>Why none can be started here, in a line that says what to install; null where one can.</summary>
    public static string? UnsupportedReason { get; } =
        OperatingSystem.IsWindows() ? "a private PostgreSQL needs Unix sockets: name a server in ConnectionStrings__AdventureWorks instead."
        : PostgresBinaries.Find() is null
            ? "PostgreSQL is not installed: apt-get install postgresql, or name a server in ConnectionStrings__AdventureWorks."
        : PostgresBinaries.IsRoot && PostgresBinaries.Unprivileged is null
            ? "PostgreSQL does not run as root, and there is no user postgres to run it as."
        : null;

    public static PostgresCluster Start() => Start(isHeld: true);

    /// <summary>The same without the lock of a process that lives, for tests of what is left when that is gone.</summary>
    internal static PostgresCluster StartAbandoned() => Start(isHeld: false);

    private static PostgresCluster Start(bool isHeld)
    {
        if (UnsupportedReason is not null || OperatingSystem.IsWindows())
            throw new InvalidOperationException(UnsupportedReason);

        RemoveLeftovers();
        var folder = Path.Combine(
            Path.GetTempPath(),
            FormattableString.Invariant($"{Prefix}{Environment.ProcessId}-{Guid.NewGuid().ToString("N")[..8]}")
        );
        // Before the folder: without its lock that is nobody's.
        var held = isHeld ? FileLock.Try(folder + LockEnding, isTemporary: true) : null;
        Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        var cluster = new PostgresCluster(folder, held);
        try
        {
            cluster.Begin();
            return cluster;
        }
        catch
        {
            cluster.Dispose();
            throw;
        }
    }

    /// <summary>How Npgsql reaches a database in it.</summary>
    /// <param name="database">The name; it need not exist yet.</param>
    public string ConnectionString(string database) => $"Host={folder};Username={User};Database={database}";

    public void Dispose()
    {
        AppDomain.CurrentDomain.ProcessExit -= OnExit;
        foreach (var signal in signals)
            signal.Dispose();
        End();
    }

    private void OnExit(object? sender, EventArgs e) => End();

    private void End()
    {
        // Whoever comes second waits: the process must not be over before this is.
        lock (ending)
        {
            if (hasEnded)
                return;
            hasEnded = true;
            if (running is { HasExited: false } process)
                Stop(process);
            running?.Dispose();
            Remove(folder);
            held?.Dispose();
        }
    }

    private void Begin()
    {
        if (PostgresBinaries.IsRoot)
            Run("chown", [PostgresBinaries.Unprivileged!, folder]);
        var data = Path.Combine(folder, "data");
        Wait(
            "initdb",
            StartChild([
                .. PostgresBinaries.Command("initdb"),
                "--pgdata",
                data,
                "--username",
                User,
                "--auth-local",
                "trust",
                "--auth-host",
                "reject",
                "--encoding",
                "UTF8",
                "--locale",
                "C",
                "--no-sync",
                "--no-instructions",
            ])
        );
        Serve(data);
    }

    // None is started any more once a signal has ended what was running.
    private Process StartChild(string[] command)
    {
        lock (ending)
        {
            ObjectDisposedException.ThrowIf(hasEnded, this);
            return running = Start(command);
        }
    }

    private void Serve(string data)
    {
        string[] command =
        [
            .. PostgresBinaries.Command("postgres"),
            "-D",
            data,
            "-k",
            folder,
            "-c",
            "listen_addresses=",
            "-c",
            "fsync=off",
            "-c",
            "max_connections=200",
            "-c",
            "logging_collector=off",
            "-c",
            "log_min_messages=fatal",
        ];
        var server = StartChild(command);
        var errors = server.StandardError.ReadToEndAsync();
        _ = server.StandardOutput.ReadToEndAsync();
        for (var clock = Stopwatch.StartNew(); !IsReady(data); Thread.Sleep(20))
        {
            if (server.HasExited)
                throw new InvalidOperationException($"PostgreSQL did not start: {errors.GetAwaiter().GetResult().Trim().Split('\n')[^1]}");
            if (clock.Elapsed > TimeToStart)
                throw new InvalidOperationException("PostgreSQL did not get ready in time.");
        }
    }

    private static bool IsReady(string data)
    {
        var file = Path.Combine(data, "postmaster.pid");
        try
        {
            return File.Exists(file) && File.ReadAllLines(file) is { Length: > StatusLine } lines && lines[StatusLine].Trim() == "ready";
        }
        catch (IOException)
        {
            return false;
        }
    }

    // The server's own way of stopping at once: it rolls back what is open, and ends its children.
    private static void Stop(Process server)
    {
        try
        {
            Run("kill", ["-INT", server.Id.ToString(CultureInfo.InvariantCulture)]);
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception)
        {
            // Ctrl-C goes to the whole group: it may have ended by then. Without such a program it is ended below.
        }

        if (!server.WaitForExit(TimeToStop))
            server.Kill(entireProcessTree: true);
        server.WaitForExit(TimeToStop);
    }

    /// <summary>Ends the servers, and removes the folders, of processes that are no more.</summary>
    private static void RemoveLeftovers()
    {
        foreach (var leftover in Directory.EnumerateDirectories(Path.GetTempPath(), Prefix + "*"))
        {
            // A number that no process has here may be one of another container.
            using var taken = FileLock.Try(leftover + LockEnding, isTemporary: true);
            if (taken is null)
                continue;
            try
            {
                if (ServerIn(leftover) is { } server)
                {
                    using (server)
                        Stop(server);
                }
            }
            catch (Exception e) when (e is InvalidOperationException or IOException or UnauthorizedAccessException)
            {
                // It ended by itself, or is another user's: then so is its folder.
            }

            Remove(leftover);
        }
    }

    /// <summary>
    /// The server of a folder, if the number in its file is still that server and not a process that got the number later.
    /// </summary>
    private static Process? ServerIn(string folder)
    {
        var file = Path.Combine(folder, "data", "postmaster.pid");
        if (
            !File.Exists(file)
            || !int.TryParse(File.ReadLines(file).FirstOrDefault(), CultureInfo.InvariantCulture, out var id)
            || IsAlive(id) is not { } process
        )
            return null;
        var commandLine = $"/proc/{id}/cmdline";
        if (
            File.Exists(commandLine)
                ? File.ReadAllText(commandLine).Contains(folder, StringComparison.Ordinal)
                : process.ProcessName == "postgres"
        )
            return process;
        process.Dispose();
        return null;
    }

    private static Process? IsAlive(int id)
    {
        try
        {
            return Process.GetProcessById(id);
        }
        catch (ArgumentException)
        {
            return null;
        }
    }

    private static void Remove(string folder)
    {
        for (var clock = Stopwatch.StartNew(); Directory.Exists(folder); Thread.Sleep(20))
        {
            try
            {
                Directory.Delete(folder, recursive: true);
            }
            catch (UnauthorizedAccessException)
            {
                // Another user's.
                return;
            }
            catch (IOException) when (clock.Elapsed < TimeToRemove)
            {
                // The last of the server's own processes may still write.
            }
            catch (IOException)
            {
                // The next one tries again.
                return;
            }
        }
    }

    private static void Run(string program, string[] arguments)
    {
        using var process = Start([program, .. arguments]);
        Wait(program, process);
    }

    private static Process Start(string[] command) =>
        Process.Start(
            new ProcessStartInfo(command[0], command[1..])
            {
                RedirectStandardError = true,
                RedirectStandardOutput = true,
                WorkingDirectory = "/",
            }
        )!;

    private static void Wait(string program, Process process)
    {
        var (output, error) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
        process.WaitForExit();
        Task.WaitAll(output, error);
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"{program} failed: {error.Result.Trim()}");
    }
}
