using System.Diagnostics;
using System.Globalization;
using System.IO.Pipes;
using System.Text;
using Bench.Host;
using Bench.Results;

namespace Bench.Runner;

/// <summary>One process of a process pair: a benchmark program with the host inside. Disposing ends the process.</summary>
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
        // The program's output is discarded, but must be read because a full pipe would block the program. The last error lines are kept
        // for messages.
        _ = process.StandardOutput.BaseStream.CopyToAsync(Stream.Null, CancellationToken.None);
        process.ErrorDataReceived += (_, line) => errors.Keep(line.Data);
        process.BeginErrorReadLine();
        process.StandardInput.Close();
        reader = new StreamReader(pipe, new UTF8Encoding(false), false, 1 << 16, leaveOpen: true);
        writer = new StreamWriter(pipe, new UTF8Encoding(false), 1024, leaveOpen: true) { NewLine = "\n" };
    }

    // A command that takes longer means that the process hangs.
    public TimeSpan Patience { get; set; } = TimeSpan.FromMinutes(2);

    // Its runtime counts calls from the start, so the JIT compiler works without pauses until it is done.
    public bool CountsCallsAtOnce { get; }

    // For tools that inspect the running process.
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

    // Starts a program without waiting for it. Call Connect before any command.
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
            throw new MeasurementException($"{Path.GetFileName(program.Path)} cannot be measured: {e.Message}");
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
                $"{name} cannot be measured: {errors.Last() ?? "it did not answer. Is it a program that can be started?"}"
            );
        }
    }

    // Runs the program's Main, but none of its benchmarks. Later lists have the jobs from Main's configuration.
    public MainEnding RunMain(TimeSpan limit)
    {
        var ending = MainEnding.Parse(Ask(string.Create(CultureInfo.InvariantCulture, $"{HostProtocol.Main} {limit.TotalMilliseconds:0}")));
        return ending with { Trouble = OneLine(ending.Trouble) };
    }

    public HostedProgram List(BenchmarkFilter filter) =>
        List($"{HostProtocol.List} {HostProtocol.EncodeAll(filter.Patterns)} {HostProtocol.EncodeAll(filter.Categories)}");

    // Finds in this process a benchmark that another process listed; null if it is missing. Looks only at its type and runs nothing of
    // others. The job comes from the other process, because only that has run Main.
    public HostedBenchmark? Find(HostedBenchmark benchmark)
    {
        var ofType = List($"{HostProtocol.List} {HostProtocol.Encode(benchmark.QualifiedType)}").Benchmarks;
        var own = ofType.FirstOrDefault(other => other.Id == benchmark.Id)
            ?? ofType.Where(other => other.Id.FullName == benchmark.Id.FullName).MinBy(other => other.UnsupportedReason.Length);
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

    // Time of all calls of an empty method in ns; null if this kind of benchmark has no empty method.
    public double? RunEmpty(long invocations) =>
        Ask(string.Create(CultureInfo.InvariantCulture, $"{HostProtocol.Empty} {invocations}"))[0] is { Length: > 0 } time
            ? HostProtocol.Number(time)
            : null;

    // In bytes, for the whole process.
    public double Allocate(long invocations) =>
        HostProtocol.Number(Ask(string.Create(CultureInfo.InvariantCulture, $"{HostProtocol.Allocate} {invocations}"))[0]);

    public void Close() => Ask(HostProtocol.Close);

    // Methods and types so far, in a process that was started for recording.
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

    // Hangs up and lets the process end by itself, so that its last output is complete. Dispose ends it at once.
    public bool Leave(TimeSpan patience)
    {
        pipe.Dispose();
        return process.WaitForExit(patience);
    }

    public void Dispose()
    {
        // After the runner hangs up, a waiting process ends by itself and removes its sockets from the temporary folder. A killed process
        // leaves them. After an interruption the process is killed with everything that it has started, because nobody else would clean
        // that up.
        reader.Dispose();
        if (!cancellationToken.IsCancellationRequested)
            pipe.Dispose();
        End(process, cancellationToken.IsCancellationRequested ? TimeSpan.Zero : TimeToLeave);
        pipe.Dispose();
        lifeline.Dispose();
    }

    // "temporary" is the folder of a check; null for the system's.
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
        // On macOS, tools that sample a process look for its sockets in the system's folder.
        if (!OperatingSystem.IsMacOS())
            TemporaryFiles.Name(start.Environment, program.Temporary);
        Variables.Apply(start, (program.Variables ?? []).Concat(variables));

        // Removes the user's own hooks, so that the program is measured as it is.
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
            // The process or its children ended by themselves.
        }

        RemoveSockets(process.Id);
        process.Dispose();
    }

    // The runtime opens these sockets for debuggers and profilers. A killed process leaves them behind.
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
            // A socket that remains is harmless.
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
            throw new MeasurementException(string.Create(CultureInfo.InvariantCulture, $"no response for {Patience.TotalSeconds:0} s"))
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
        // Waits until the last error output has been read too. A child of the process may keep that open, hence the limit.
        using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(5));
        try
        {
            process.WaitForExitAsync(limit.Token).GetAwaiter().GetResult();
        }
        catch (OperationCanceledException)
        {
            // The message uses the output so far.
        }

        // Ctrl-C in a terminal also ends the process, which is not a failure.
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

/// <summary>A change of known size that the host injects into a benchmark.</summary>
/// <param name="Share">Share of invocations that call the body twice; 0 for the same detour without a change.</param>
/// <param name="Bytes">Extra allocated bytes per operation.</param>
internal sealed record InjectedChange(double Share, int Bytes)
{
    // For the other build: the same detour without a change.
    public static InjectedChange None { get; } = new(0, 0);
}
