using System.Diagnostics;
using System.Globalization;
using System.IO.Pipes;
using System.Text;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Tandem;

/// <summary>
/// One of the two processes of a tandem: a benchmark program in its own world, with the host inside. Disposing it ends the process.
/// </summary>
public sealed class Side : IDisposable
{
    private const string PipePrefix = "bench-pipe-";
    private const int LongestSocketPath = 100;
    private const int LongestMessage = 500;
    private static readonly TimeSpan TimeToStart = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan TimeToLeave = TimeSpan.FromSeconds(1);

    private readonly Process process;
    private readonly NamedPipeServerStream pipe;
    private readonly StreamReader reader;
    private readonly StreamWriter writer;
    private readonly ErrorLines errors = new();
    private readonly CancellationToken cancellation;
    private readonly string name;
    private readonly LifelineServer lifeline;

    private Side(string name, Process process, NamedPipeServerStream pipe, LifelineServer lifeline, CancellationToken cancellation)
    {
        this.name = name;
        this.lifeline = lifeline;
        this.process = process;
        this.pipe = pipe;
        this.cancellation = cancellation;
        // Nobody reads what the program prints, but a full pipe would stop it; of what it says of errors, the last is worth telling.
        _ = process.StandardOutput.BaseStream.CopyToAsync(Stream.Null, CancellationToken.None);
        process.ErrorDataReceived += (_, line) => errors.Keep(line.Data);
        process.BeginErrorReadLine();
        process.StandardInput.Close();
        reader = new StreamReader(pipe, new UTF8Encoding(false), false, 1 << 16, leaveOpen: true);
        writer = new StreamWriter(pipe, new UTF8Encoding(false), 1024, leaveOpen: true) { NewLine = "\n" };
    }

    /// <summary>How long a command may take before the side counts as hung.</summary>
    public TimeSpan Patience { get; set; } = TimeSpan.FromMinutes(2);

    /// <summary>The process, to look into it while it runs.</summary>
    public int ProcessId => process.Id;

    /// <summary>Starts a program.</summary>
    /// <param name="program">The program.</param>
    /// <param name="variables">Environment variables that a row's job asks for, NAME=VALUE.</param>
    /// <param name="cancellation">Ends every wait.</param>
    /// <returns>The side, ready for commands.</returns>
    /// <exception cref="TandemException">The program ends or does not answer.</exception>
    public static Side Start(BenchmarkProgram program, IReadOnlyList<string> variables, CancellationToken cancellation = default)
    {
        var side = Launch(program, variables, cancellation);
        try
        {
            side.Connect();
            return side;
        }
        catch
        {
            side.Dispose();
            throw;
        }
    }

    /// <summary>The rows of a program, and what it runs on, by a process that ends at once.</summary>
    /// <param name="program">The program.</param>
    /// <param name="filter">Which rows.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <returns>What it has.</returns>
    /// <exception cref="TandemException">It can't be started, or is no benchmark program.</exception>
    public static HostedProgram List(BenchmarkProgram program, RowFilter filter, CancellationToken cancellation)
    {
        using var side = Start(program, [], cancellation);
        return side.List(filter);
    }

    /// <summary>Starts a program, and does not wait for it: <see cref="Connect"/> comes before any command.</summary>
    internal static Side Launch(BenchmarkProgram program, IReadOnlyList<string> variables, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(program);
        ArgumentNullException.ThrowIfNull(variables);
        var name = PipeName();
        var pipe = new NamedPipeServerStream(name, PipeDirection.InOut, 1, PipeTransmissionMode.Byte, PipeOptions.Asynchronous | PipeOptions.CurrentUserOnly);
        var lifeline = new LifelineServer(name + "l");
        try
        {
            var start = StartInfo(program, variables, name);
            lifeline.Give(start);
            var process = Process.Start(start)!;
            LifelineServer.Own(process);
            return new Side(Path.GetFileName(program.Path), process, pipe, lifeline, cancellation);
        }
        catch (System.ComponentModel.Win32Exception e)
        {
            pipe.Dispose();
            lifeline.Dispose();
            throw new TandemException($"{Path.GetFileName(program.Path)} can't be measured: {e.Message}");
        }
    }

    /// <summary>Waits until the program answers.</summary>
    internal void Connect()
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(TimeToStart);
        try
        {
            var connected = pipe.WaitForConnectionAsync(limit.Token);
            var ended = process.WaitForExitAsync(limit.Token);
            if (Task.WhenAny(connected, ended).GetAwaiter().GetResult() == ended && !connected.IsCompletedSuccessfully)
                throw new OperationCanceledException();
            connected.GetAwaiter().GetResult();
        }
        catch (Exception e) when (e is OperationCanceledException or IOException)
        {
            cancellation.ThrowIfCancellationRequested();
            throw new TandemException($"{name} can't be measured: {errors.Last() ?? "it did not answer. Is it a program that can be started?"}");
        }
    }

    /// <summary>The rows of the program, and what it runs on.</summary>
    /// <param name="filter">Which rows.</param>
    /// <returns>What it has.</returns>
    public HostedProgram List(RowFilter filter)
    {
        ArgumentNullException.ThrowIfNull(filter);
        return List($"list {Encode(string.Join('\n', filter.Patterns))} {Encode(string.Join('\n', filter.Categories))}");
    }

    /// <summary>A row that another process of the program listed, as this one lists it. Only its type is looked at, and of others nothing is run.</summary>
    /// <param name="row">The row.</param>
    /// <returns>It; null where it is not there.</returns>
    public HostedRow? Find(HostedRow row)
    {
        ArgumentNullException.ThrowIfNull(row);
        return List($"list {Encode("")} {Encode("")} {Encode(row.Type)}").Rows.FirstOrDefault(other => other.Id == row.Id);
    }

    private HostedProgram List(string command)
    {
        var head = Ask(command);
        var count = int.Parse(head[0], CultureInfo.InvariantCulture);
        var environment = new RunEnvironment(
            RunEnvironment.ThisProcessor, Runtime: Decode(head[2]), BenchmarkDotNet: Decode(head[1]), OperatingSystem: Decode(head[3]), Architecture: Decode(head[4]), GcMode: head[5],
            Cores: int.Parse(head[6], CultureInfo.InvariantCulture));
        var rows = new List<HostedRow>(count);
        for (var i = 0; i < count; i++)
            rows.Add(Row(i, ReadLine().Split('\t')));
        return new HostedProgram(rows, environment);
    }

    /// <summary>Sets a row up.</summary>
    /// <param name="row">The row, from the last list of this side.</param>
    /// <param name="injection">A change of known size; null for the row as it is.</param>
    public void Open(HostedRow row, InjectedChange? injection = null)
    {
        ArgumentNullException.ThrowIfNull(row);
        Ask(string.Create(CultureInfo.InvariantCulture, $"open {row.Index}") + (injection is { } change ? string.Create(CultureInfo.InvariantCulture, $" {change.Share:R} {change.Bytes}") : ""));
    }

    /// <summary>Runs the open row.</summary>
    /// <param name="invocations">How often.</param>
    /// <returns>The slice.</returns>
    public Slice Run(long invocations)
    {
        var fields = Ask(string.Create(CultureInfo.InvariantCulture, $"slice {invocations}"));
        return new Slice(invocations, Number(fields[0]), Number(fields[1]), (long)Number(fields[2]), TimeSpan.FromMilliseconds(Number(fields[3])));
    }

    /// <summary>Calls a method that does nothing, in the way the open row is called.</summary>
    /// <param name="invocations">How often.</param>
    /// <returns>The time of all calls in ns; null where the row's way of being called has no such method.</returns>
    public double? RunEmpty(long invocations) => Ask(string.Create(CultureInfo.InvariantCulture, $"empty {invocations}"))[0] is { Length: > 0 } time ? Number(time) : null;

    /// <summary>Runs the open row and counts what the process allocates meanwhile.</summary>
    /// <param name="invocations">How often.</param>
    /// <returns>Bytes.</returns>
    public double Allocate(long invocations) => Number(Ask(string.Create(CultureInfo.InvariantCulture, $"allocate {invocations}"))[0]);

    /// <summary>Cleans the open row up.</summary>
    public void Close() => Ask("close");

    /// <summary>Hangs up and lets the process end by itself, so that what it writes until its end is whole; disposing ends it at once.</summary>
    /// <param name="patience">How long it may take.</param>
    /// <returns>Whether it has ended.</returns>
    public bool Leave(TimeSpan patience)
    {
        pipe.Dispose();
        return process.WaitForExit(patience);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        // Hung up on, a process that waits for a command ends by itself and removes its sockets from the temporary folder; killed, it leaves them.
        // Interrupted, it has started what nobody will clean up: all of that ends with it.
        reader.Dispose();
        if (!cancellation.IsCancellationRequested)
            pipe.Dispose();
        End(process, cancellation.IsCancellationRequested ? TimeSpan.Zero : TimeToLeave);
        pipe.Dispose();
        lifeline.Dispose();
    }

    /// <summary>Removes the sockets of processes that were killed; on Windows none is left.</summary>
    /// <param name="isAlive">Whether a process is.</param>
    public static void RemoveAbandonedPipes(Func<int, bool> isAlive)
    {
        ArgumentNullException.ThrowIfNull(isAlive);
        foreach (var file in OperatingSystem.IsWindows() ? [] : new[] { Path.GetTempPath(), "/tmp" }.Distinct().SelectMany(folder => Directory.EnumerateFiles(folder, PipePrefix + "*")))
        {
            if (int.TryParse(Path.GetFileName(file)[PipePrefix.Length..].Split('-')[0], CultureInfo.InvariantCulture, out var owner) && !isAlive(owner))
                Delete(file);
        }
    }

    // A bare name lies in the temporary folder on Unix, which may be another one for the program; and a socket's path has room for about
    // a hundred characters.
    internal static string PipeName()
    {
        var name = string.Create(CultureInfo.InvariantCulture, $"{PipePrefix}{Environment.ProcessId}-{Guid.NewGuid().ToString("N")[..8]}");
        if (OperatingSystem.IsWindows())
            return name;
        var path = Path.Combine(Path.GetTempPath(), name);
        return Encoding.UTF8.GetByteCount(path) <= LongestSocketPath ? path : "/tmp/" + name;
    }

    private static ProcessStartInfo StartInfo(BenchmarkProgram program, IReadOnlyList<string> variables, string pipe)
    {
        var path = Path.GetFullPath(program.Path);
        var start = program.IsExecutable ? new ProcessStartInfo(path) : new ProcessStartInfo("dotnet", ["exec", path]);
        start.WorkingDirectory = Path.GetDirectoryName(path);
        start.RedirectStandardInput = true;
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
        Variables.Apply(start, (program.Variables ?? []).Concat(variables));

        // No hook of the user's: the program is measured as it is.
        start.Environment.Remove("DOTNET_STARTUP_HOOKS");
        start.Environment["BENCH_TANDEM_PIPE"] = pipe;
        return start;
    }

    private static HostedRow Row(int index, string[] fields)
    {
        var title = Decode(fields[5]);
        return new HostedRow(
            index, new RowId(Decode(fields[0]), JobTraits.FromDisplayInfo(Decode(fields[4]), title)), Decode(fields[1]), Decode(fields[2]), Decode(fields[3]), Decode(fields[6]),
            fields[7] == "1", int.Parse(fields[8], CultureInfo.InvariantCulture), Enum.Parse<RunMode>(fields[9]), long.Parse(fields[10], CultureInfo.InvariantCulture),
            fields[11] == "1", Decode(fields[12]), Decode(fields[13]).Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }

    private static void End(Process process, TimeSpan patience)
    {
        try
        {
            if (!process.WaitForExit(patience))
                process.Kill(entireProcessTree: true);
            process.WaitForExit(TimeSpan.FromSeconds(10));
        }
        catch (Exception e) when (e is InvalidOperationException or AggregateException or System.ComponentModel.Win32Exception)
        {
            // It, or what it started, ended by itself.
        }

        RemoveSockets(process.Id);
        process.Dispose();
    }

    // What the runtime opens for debuggers and profilers; a process that is ended from outside leaves it behind.
    private static void RemoveSockets(int process)
    {
        if (OperatingSystem.IsWindows())
            return;
        foreach (var kind in new[] { "dotnet-diagnostic", "clr-debug-pipe" })
        {
            foreach (var file in Directory.EnumerateFiles(Path.GetTempPath(), string.Create(CultureInfo.InvariantCulture, $"{kind}-{process}-*")))
                Delete(file);
        }
    }

    private static void Delete(string socket)
    {
        try
        {
            File.Delete(socket);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Harmless where it stays.
        }
    }

    private string[] Ask(string command)
    {
        cancellation.ThrowIfCancellationRequested();
        try
        {
            writer.WriteLine(command);
            writer.Flush();
        }
        catch (IOException)
        {
            throw Ended();
        }

        var fields = ReadLine().Split('\t');
        return fields[0] == "ok" ? fields[1..] : throw new TandemException(OneLine(Decode(fields[1])), isFatal: false) { Side = this };
    }

    private string ReadLine()
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(Patience);
        try
        {
            return reader.ReadLineAsync(limit.Token).AsTask().GetAwaiter().GetResult() ?? throw Ended();
        }
        catch (OperationCanceledException)
        {
            cancellation.ThrowIfCancellationRequested();
            throw new TandemException(string.Create(CultureInfo.InvariantCulture, $"no answer for {Patience.TotalSeconds:0} s")) { Side = this };
        }
        catch (IOException)
        {
            throw Ended();
        }
    }

    private TandemException Ended()
    {
        // Until what it said of its end has been read, too; a process of its own may keep that open.
        using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(5));
        try
        {
            process.WaitForExitAsync(limit.Token).GetAwaiter().GetResult();
        }
        catch (OperationCanceledException)
        {
            // What is known is told.
        }

        var code = process.HasExited ? process.ExitCode : 0;
        return new TandemException(errors.Last() is { } error ? $"its process ended: {error}" : string.Create(CultureInfo.InvariantCulture, $"its process ended with exit code {code}")) { Side = this };
    }

    private static string OneLine(string text)
    {
        var line = string.Join(' ', text.Split(['\r', '\n'], StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
        return line.Length <= LongestMessage ? line : line[..LongestMessage] + "...";
    }

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);

    private static string Encode(string text) => Convert.ToBase64String(Encoding.UTF8.GetBytes(text));

    private static string Decode(string base64) => Encoding.UTF8.GetString(Convert.FromBase64String(base64));
}

/// <summary>A change of known size, put into a row by the host.</summary>
/// <param name="Share">The share of invocations on which the body is called once more; 0 for the same detour without a change.</param>
/// <param name="Bytes">Bytes that are allocated for each operation besides.</param>
public sealed record InjectedChange(double Share, int Bytes)
{
    /// <summary>The detour without a change: for the other side.</summary>
    public static InjectedChange None { get; } = new(0, 0);
}

/// <summary>One timed burst of a side.</summary>
/// <param name="Invocations">Of the benchmark.</param>
/// <param name="Nanoseconds">Of all of them together.</param>
/// <param name="PausedNanoseconds">How much of it the garbage collector stopped the process.</param>
/// <param name="CompiledMethods">How many methods the process has compiled since it started.</param>
/// <param name="CompilationTime">How long that took, on all its threads together; a method counts when it is done.</param>
public readonly record struct Slice(long Invocations, double Nanoseconds, double PausedNanoseconds, long CompiledMethods, TimeSpan CompilationTime)
{
    /// <summary>What of it tells whether the benchmark is warm.</summary>
    public WarmUpSlice OfWarmUp => new(Invocations, Nanoseconds, CompiledMethods, CompilationTime);
}
