using System.Diagnostics;
using System.Globalization;
using System.IO.Pipes;
using System.Text;
using Bench.Host;
using Bench.Results;

namespace Bench.Runner;

/// <summary>
/// One of the two processes of a process pair: a benchmark program, with the host inside. Disposing it ends the
/// process.
/// </summary>
internal sealed class HostedProcess : IDisposable
{
    private const int MaxMessageLength = 500;
    private const string CallCountingDelay = "DOTNET_TC_CallCountingDelayMs";
    private static readonly TimeSpan TimeToStart = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan TimeToLeave = TimeSpan.FromSeconds(1);

    private readonly Process process;
    private readonly NamedPipeServerStream pipe;
    private readonly StreamReader reader;
    private readonly StreamWriter writer;
    private readonly ErrorLines errors = new();
    private readonly CancellationToken cancellationToken;
    private readonly string name;
    private readonly LifelineServer lifeline;

    private HostedProcess(
        string name,
        Process process,
        NamedPipeServerStream pipe,
        LifelineServer lifeline,
        CancellationToken cancellationToken
    )
    {
        this.name = name;
        this.lifeline = lifeline;
        this.process = process;
        CountsCallsAtOnce = process.StartInfo.Environment.TryGetValue(CallCountingDelay, out var delay) && delay == "0";
        this.pipe = pipe;
        this.cancellationToken = cancellationToken;
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

    /// <summary>Whether its runtime counts calls from the first one on, so that it compiles without pauses until it is done.</summary>
    public bool CountsCallsAtOnce { get; }

    /// <summary>The process, to look into it while it runs.</summary>
    public int ProcessId => process.Id;

    public static HostedProcess Start(
        BenchmarkProgram program,
        IReadOnlyList<string> variables,
        CancellationToken cancellationToken = default,
        params string[] arguments
    )
    {
        var side = Launch(program, variables, cancellationToken, arguments);
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

    /// <summary>Starts a program, and does not wait for it: <see cref="Connect"/> comes before any command.</summary>
    internal static HostedProcess Launch(
        BenchmarkProgram program,
        IReadOnlyList<string> variables,
        CancellationToken cancellationToken,
        params string[] arguments
    )
    {
        var name = PipeName(program.Temporary);
        var pipe = new NamedPipeServerStream(
            name,
            PipeDirection.InOut,
            1,
            PipeTransmissionMode.Byte,
            PipeOptions.Asynchronous | PipeOptions.CurrentUserOnly
        );
        var lifeline = new LifelineServer(name + "l");
        try
        {
            var start = StartInfo(program, variables, name, arguments);
            lifeline.Give(start);
            var process = Process.Start(start)!;
            LifelineServer.Own(process);
            return new HostedProcess(Path.GetFileName(program.Path), process, pipe, lifeline, cancellationToken);
        }
        catch (System.ComponentModel.Win32Exception e)
        {
            pipe.Dispose();
            lifeline.Dispose();
            throw new MeasurementException($"{Path.GetFileName(program.Path)} can't be measured: {e.Message}");
        }
    }

    internal void Connect()
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
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
            cancellationToken.ThrowIfCancellationRequested();
            throw new MeasurementException(
                $"{name} can't be measured: {errors.Last() ?? "it did not answer. Is it a program that can be started?"}"
            );
        }
    }

    /// <summary>Runs the program's Main, but none of its benchmarks: what is listed afterwards has the jobs that Main gives it.</summary>
    public MainEnding RunMain(TimeSpan limit)
    {
        var ending = MainEnding.Parse(Ask(string.Create(CultureInfo.InvariantCulture, $"{HostProtocol.Main} {limit.TotalMilliseconds:0}")));
        return ending with { Trouble = OneLine(ending.Trouble) };
    }

    /// <summary>The benchmarks of the program, and what it runs on.</summary>
    public HostedProgram List(BenchmarkFilter filter) =>
        List($"{HostProtocol.List} {HostProtocol.EncodeAll(filter.Patterns)} {HostProtocol.EncodeAll(filter.Categories)}");

    /// <summary>
    /// A benchmark that another process of the program listed, with the place that it has here. Only its type is looked at, and of others
    /// nothing is run. Its job may be known to the other process only, which has run Main.
    /// </summary>
    /// <returns>It; null where it is not there.</returns>
    public HostedBenchmark? Find(HostedBenchmark benchmark)
    {
        var ofType = List($"{HostProtocol.List} {HostProtocol.Encode(benchmark.QualifiedType)}").Benchmarks;
        var own = ofType.FirstOrDefault(other => other.Id == benchmark.Id)
            ?? ofType.FirstOrDefault(other => other.Id.FullName == benchmark.Id.FullName);
        return own is null ? null : benchmark with { Index = own.Index };
    }

    private HostedProgram List(string command)
    {
        var head = ListHead.Parse(Ask(command));
        var environment = RunEnvironment.OfThisMachine() with
        {
            Cores = head.Cores,
            OperatingSystem = head.OperatingSystem,
            Architecture = head.Architecture,
            Runtime = head.Runtime,
            BenchmarkDotNet = head.BenchmarkDotNet,
            GcMode = head.GcMode,
        };
        var benchmarks = new List<HostedBenchmark>(head.Count);
        for (var i = 0; i < head.Count; i++)
        {
            var listed = ListedBenchmark.Parse(HostProtocol.Fields(ReadLine()));
            benchmarks.Add(
                new HostedBenchmark(
                    i,
                    new BenchmarkId(listed.FullName, JobTraits.FromDisplayInfo(listed.DisplayInfo, listed.MethodTitle)),
                    listed
                )
            );
        }

        return new HostedProgram(benchmarks, environment);
    }

    public void Open(HostedBenchmark benchmark, InjectedChange? injection = null) =>
        Ask(
            string.Create(CultureInfo.InvariantCulture, $"{HostProtocol.Open} {benchmark.Index} {benchmark.Affinity}")
                + (injection is { } change ? string.Create(CultureInfo.InvariantCulture, $" {change.Share:R} {change.Bytes}") : "")
        );

    public Slice Run(long invocations) =>
        Slice.Parse(Ask(string.Create(CultureInfo.InvariantCulture, $"{HostProtocol.Slice} {invocations}")));

    /// <summary>Calls a method that does nothing, in the way the open benchmark is called.</summary>
    /// <returns>The time of all calls in ns; null where the benchmark's way of being called has no such method.</returns>
    public double? RunEmpty(long invocations) =>
        Ask(string.Create(CultureInfo.InvariantCulture, $"{HostProtocol.Empty} {invocations}"))[0] is { Length: > 0 } time
            ? HostProtocol.Number(time)
            : null;

    /// <summary>Runs the open benchmark and counts what the process allocates meanwhile.</summary>
    public double Allocate(long invocations) =>
        HostProtocol.Number(Ask(string.Create(CultureInfo.InvariantCulture, $"{HostProtocol.Allocate} {invocations}"))[0]);

    public void Close() => Ask(HostProtocol.Close);

    /// <summary>What has run so far, in a process that was started to record.</summary>
    public Recording Recorded()
    {
        var head = Ask(HostProtocol.Recorded);
        return new Recording(
            [.. Enumerable.Range(0, (int)HostProtocol.Integer(head[0])).Select(_ => RecordedMethod.Parse(HostProtocol.Fields(ReadLine())))],
            HostProtocol.DecodeAll(head[1])
        )
        {
            Types = HostProtocol.DecodeAll(head[2]).Select(RuntimeTypeName.Common).ToHashSet(StringComparer.Ordinal),
        };
    }

    /// <summary>
    /// Hangs up and lets the process end by itself, so that what it writes until its end is whole; disposing ends it at once.
    /// </summary>
    public bool Leave(TimeSpan patience)
    {
        pipe.Dispose();
        return process.WaitForExit(patience);
    }

    public void Dispose()
    {
        // Hung up on, a process that waits for a command ends by itself and removes its sockets from the temporary folder; killed, it
        // leaves them. Interrupted, it has started what nobody will clean up: all of that ends with it.
        reader.Dispose();
        if (!cancellationToken.IsCancellationRequested)
            pipe.Dispose();
        End(process, cancellationToken.IsCancellationRequested ? TimeSpan.Zero : TimeToLeave);
        pipe.Dispose();
        lifeline.Dispose();
    }

    /// <param name="temporary">The folder for the temporary files of a check, which goes with it; null for that of all.</param>
    internal static string PipeName(string? temporary) =>
        HostProtocol.PathOfPipe($"bench-pipe-{Guid.NewGuid().ToString("N")[..12]}", temporary);

    private static ProcessStartInfo StartInfo(BenchmarkProgram program, IReadOnlyList<string> variables, string pipe, string[] arguments)
    {
        var path = Path.GetFullPath(program.Path);
        var start = program.IsExecutable
            ? new ProcessStartInfo(path, arguments)
            : new ProcessStartInfo("dotnet", ["exec", path, .. arguments]);
        start.WorkingDirectory = Path.GetDirectoryName(path);
        start.RedirectStandardInput = true;
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
        // Elsewhere than on Linux and Windows, who samples a process looks for its sockets in the folder of all.
        if (!OperatingSystem.IsMacOS())
            TemporaryFiles.Name(start.Environment, program.Temporary);
        Variables.Apply(start, (program.Variables ?? []).Concat(variables));

        // No hook of the user's: the program is measured as it is.
        start.Environment.Remove(HostProtocol.HookVariable);
        start.Environment[HostProtocol.PipeVariable] = pipe;
        return start;
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
            foreach (
                var file in Directory.EnumerateFiles(Path.GetTempPath(), string.Create(CultureInfo.InvariantCulture, $"{kind}-{process}-*"))
            )
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
        cancellationToken.ThrowIfCancellationRequested();
        try
        {
            writer.WriteLine(command);
            writer.Flush();
        }
        catch (IOException)
        {
            throw Ended();
        }

        var fields = HostProtocol.Fields(ReadLine());
        return fields[0] == HostProtocol.Ok
            ? fields[1..]
            : throw new MeasurementException(OneLine(HostProtocol.Decode(fields[1])), isFatal: false) { Process = this };
    }

    private string ReadLine()
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(Patience);
        try
        {
            return reader.ReadLineAsync(limit.Token).AsTask().GetAwaiter().GetResult() ?? throw Ended();
        }
        catch (OperationCanceledException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw new MeasurementException(string.Create(CultureInfo.InvariantCulture, $"no answer for {Patience.TotalSeconds:0} s"))
            {
                Process = this,
            };
        }
        catch (IOException)
        {
            throw Ended();
        }
    }

    private MeasurementException Ended()
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

        // Ctrl-C in a terminal ends it as well: nothing has failed.
        cancellationToken.ThrowIfCancellationRequested();
        var code = process.HasExited ? process.ExitCode : 0;
        return new MeasurementException(
            errors.Last() is { } error
                ? $"its process ended: {error}"
                : string.Create(CultureInfo.InvariantCulture, $"its process ended with exit code {code}")
        )
        {
            Process = this,
        };
    }

    private static string OneLine(string text)
    {
        var line = string.Join(' ', text.Split(['\r', '\n'], StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
        return line.Length <= MaxMessageLength ? line : line[..MaxMessageLength] + "...";
    }
}

/// <summary>A change of known size, put into a benchmark by the host.</summary>
/// <param name="Share">The share of invocations on which the body is called once more; 0 for the same detour without a change.</param>
/// <param name="Bytes">Bytes that are allocated for each operation besides.</param>
internal sealed record InjectedChange(double Share, int Bytes)
{
    /// <summary>The detour without a change: for the other side.</summary>
    public static InjectedChange None { get; } = new(0, 0);
}
