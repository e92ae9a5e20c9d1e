using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using Bench.Host;
using Bench.Processes;
using Bench.Runner;

namespace Bench.Load;

internal sealed partial class SampleServer : IDisposable
{
    private const int FrameworkOfHook = 8;
    private const string PortInUse = "address already in use";

    private static readonly TimeSpan TimeToEnd = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan TimeToBeToldOf = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan TimeToLog = TimeSpan.FromMilliseconds(300);
    private static readonly TimeSpan TimeToAnswer = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan TimeBetweenAsking = TimeSpan.FromMilliseconds(100);

    private readonly Process process;
    private readonly LifelineServer lifeline;
    private readonly StartedProcesses started;
    private readonly bool isHooked;
    private readonly ErrorLines errors = new();
    private readonly ServerOutput output = new();

    private SampleServer(ServerStart plan, Process process, LifelineServer lifeline, StartedProcesses started, bool isHooked)
    {
        (Name, TimeToStart) = (Path.GetFileNameWithoutExtension(plan.Program), plan.TimeToStart);
        IsOfOwnCommand = plan.Command.Count > 0;
        this.isHooked = isHooked;
        this.started = started;
        this.lifeline = lifeline;
        this.process = process;
        process.ErrorDataReceived += (_, line) => errors.Keep(line.Data);
        process.BeginErrorReadLine();
    }

    public string Name { get; }

    /// <summary>True if a command of the user started it. The process may then be another program.</summary>
    public bool IsOfOwnCommand { get; }

    /// <summary>Time limit until it is ready and its runtime can be reached.</summary>
    public TimeSpan TimeToStart { get; }

    /// <summary>Without a slash at the end: one address, or several of the loopback network.</summary>
    public IReadOnlyList<Uri> Addresses { get; private set; } = [];

    public int ProcessId => process.Id;

    public bool HasEnded => process.HasExited;

    public TimeSpan ProcessorTime
    {
        get
        {
            process.Refresh();
            try
            {
                return process.TotalProcessorTime;
            }
            catch (Exception e) when (e is InvalidOperationException or Win32Exception)
            {
                // It has ended. The next check whether it is alive reports that.
                return TimeSpan.Zero;
            }
        }
    }

    /// <summary>Exact totals of its runtime; null if the runtime cannot load the hook.</summary>
    public RuntimeTotals? ReadTotals(CancellationToken cancellationToken) => isHooked ? lifeline.ReadTotals(cancellationToken) : null;

    public static SampleServer Start(ServerStart plan, CancellationToken cancellationToken)
    {
        var (command, variables, given) = plan.Resolve();
        var start = CoreSplit.Command(plan.Cores, ProgramIn(plan.Folder, command[0]), command[1..]);
        start.WorkingDirectory = plan.Folder;
        (start.RedirectStandardInput, start.RedirectStandardOutput, start.RedirectStandardError) = (true, true, true);
        // As in the suite's benchmarks. With the runtime's delay, which is ten times as long on one core, code reaches its final tier after
        // most of a minute.
        start.Environment.TryAdd("DOTNET_TC_CallCountingDelayMs", "0");
        // Otherwise an application that logs warnings only would not print its address.
        start.Environment.TryAdd("Logging__LogLevel__Microsoft.Hosting.Lifetime", "Information");
        if (!OperatingSystem.IsMacOS())
            TemporaryFiles.Name(start.Environment, plan.Temporary);
        Variables.Apply(start, variables);
        var lifeline = new LifelineServer(HostedProcess.PipeName(plan.Temporary));
        var isHooked = MayHaveHook(plan.Program);
        if (isHooked)
            lifeline.Give(start);
        var started = new StartedProcesses();
        started.Mark(start);
        var server = new SampleServer(plan, Launch(start, lifeline), lifeline, started, isHooked);
        try
        {
            var clock = Stopwatch.StartNew();
            if (given is null)
            {
                server.Addresses = server.ReadAddresses(plan.Addresses, plan.TimeToStart, cancellationToken);
            }
            else
            {
                server.Addresses = [given];
                server.ReadOutput();
            }

            if (given is not null || plan.ReadyPath is not null)
                server.WaitUntilReady(plan, clock, cancellationToken);
            if (server.IsOfOwnCommand && ListeningSocket.IsOfAnother(server.Addresses[0].Port, server.ProcessId))
                throw new LoadException(
                    $"{server.Name}: the process that listens on {server.Addresses[0]} is not the one that was started. The start command must become the server itself: use exec in a script, and not dotnet run."
                );
            return server;
        }
        catch
        {
            server.Dispose();
            throw;
        }
    }

    // A relative path would start from the folder of this process, which may have another build. A name without a folder may be on PATH.
    private static string ProgramIn(string folder, string program) =>
        Path.GetFullPath(program, Path.GetFullPath(folder)) is var own && (File.Exists(own) || Path.GetFileName(program) != program)
            ? own
            : program;

    private static Process Launch(ProcessStartInfo start, LifelineServer lifeline)
    {
        try
        {
            var process = Process.Start(start)!;
            LifelineServer.Own(process);
            return process;
        }
        catch (Win32Exception e)
        {
            lifeline.Dispose();
            throw new LoadException($"{start.FileName} cannot be started: {e.Message}");
        }
    }

    // Without a path, any answer will do. The answer that the load expects is checked afterwards.
    private void WaitUntilReady(ServerStart plan, Stopwatch clock, CancellationToken cancellationToken)
    {
        using var client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false, UseProxy = false })
        {
            Timeout = TimeToAnswer,
        };
        var url = new Uri(Addresses[0], plan.ReadyPath ?? "/");
        var last = "no response";
        while (clock.Elapsed < plan.TimeToStart)
        {
            if (HasEnded)
                throw NotStarted();
            try
            {
                using var answer = client
                    .GetAsync(url, HttpCompletionOption.ResponseHeadersRead, cancellationToken)
                    .GetAwaiter()
                    .GetResult();
                if (plan.ReadyPath is null || answer.IsSuccessStatusCode)
                    return;
                last = string.Create(CultureInfo.InvariantCulture, $"{(int)answer.StatusCode} {answer.ReasonPhrase}");
            }
            catch (Exception e) when (e is HttpRequestException or TaskCanceledException)
            {
                cancellationToken.ThrowIfCancellationRequested();
            }

            cancellationToken.WaitHandle.WaitOne(TimeBetweenAsking);
        }

        throw new LoadException(
            FormattableString.Invariant(
                $"{Name} was not ready within {plan.TimeToStart.TotalSeconds:0} s: the response of {url} was {last}."
            )
        );
    }

    // Waits for its last output. There is a limit, because a process that it started may hold its standard error open for ever.
    private void WaitForLastWords()
    {
        using var limit = new CancellationTokenSource(TimeToBeToldOf);
        try
        {
            process.WaitForExitAsync(limit.Token).GetAwaiter().GetResult();
        }
        catch (OperationCanceledException)
        {
            // The output read so far has to do.
        }

        output.WaitForEnd(TimeToBeToldOf);
    }

    /// <summary>Explains an error response; null if no exception was logged.</summary>
    public string? LoggedException(CancellationToken cancellationToken)
    {
        // Loggers write after the answer.
        cancellationToken.WaitHandle.WaitOne(TimeToLog);
        return output.LastException();
    }

    private LoadException NotStarted()
    {
        WaitForLastWords();
        var words = errors.Last() ?? output.LastException();
        return words?.Contains(PortInUse, StringComparison.OrdinalIgnoreCase) == true
            ? new LoadException(
                $"{Name} does not start, because its port is in use. Several instances run at once, so it must listen on --urls, or on {ServerStart.Url} in its start command, arguments or environment (Kestrel__Endpoints__Http__Url={ServerStart.Url}). {words}"
            )
            : new LoadException(
                $"{Name} does not start: {words ?? (HasEnded ? string.Create(CultureInfo.InvariantCulture, $"it ended with exit code {process.ExitCode}{(output.LastLine() is { } line ? $", and printed last '{line}'" : "")}") : "it closed its standard output")}"
            );
    }

    /// <summary>If the server has ended, reports that instead of the generator's error.</summary>
    /// <param name="server">Null for the user's own, of which nothing is known.</param>
    public static T Load<T>(SampleServer? server, Func<T> load)
    {
        try
        {
            var result = load();
            server?.EnsureAlive();
            return result;
        }
        catch (LoadException)
        {
            // Its sockets refuse connections before the system reports its end.
            server?.process.WaitForExit(TimeToBeToldOf);
            server?.EnsureAlive();
            throw;
        }
    }

    public void EnsureAlive()
    {
        if (!HasEnded)
            return;
        WaitForLastWords();
        throw new ServerEndedException(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{Name} ended under load with exit code {process.ExitCode}{((errors.Last() ?? output.LastException()) is { } words ? $": {words}" : "")}"
            )
        );
    }

    public void Dispose()
    {
        try
        {
            End();
            started.End(TimeToEnd);
        }
        finally
        {
            process.Dispose();
            lifeline.Dispose();
        }
    }

    private void End()
    {
        try
        {
            // Terminate first, so that it can clean up. If it has ended, its id may belong to another process by now.
            if (process.HasExited)
                return;
            started.Remember(process.Id);
            if (!OperatingSystem.IsWindows() && ProcessSignal.Send(process.Id, ProcessSignal.Terminate) && process.WaitForExit(TimeToEnd))
                return;
            process.Kill(entireProcessTree: true);
            process.WaitForExit(TimeToEnd);
        }
        catch (Exception e) when (e is InvalidOperationException or AggregateException or Win32Exception)
        {
            // It has ended by itself.
        }
    }

    // Older runtimes cannot load the hook, and would not start.
    internal static bool MayHaveHook(string program)
    {
        // An executable without an extension may have dots in its name.
        var name = Path.GetExtension(program) is ".dll" or ".exe" ? program[..^".dll".Length] : program;
        var configuration = name + ".runtimeconfig.json";
        return File.Exists(configuration)
            && Framework().Match(File.ReadAllText(configuration)) is { Success: true } match
            && int.Parse(match.Groups[1].ValueSpan, CultureInfo.InvariantCulture) >= FrameworkOfHook;
    }

    private Uri[] ReadAddresses(int count, TimeSpan timeToStart, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(timeToStart);
        var found = new List<Uri>();
        string? other = null;
        try
        {
            while (found.Count < count)
            {
                if (process.StandardOutput.ReadLineAsync(limit.Token).AsTask().GetAwaiter().GetResult() is not { } line)
                    throw NotStarted();
                output.Keep(line);
                if (!ServerAddresses.AreIn(line))
                    continue;
                found.AddRange(ServerAddresses.In(line).Where(url => !found.Contains(url)));
                other ??= line.Contains("https://", StringComparison.Ordinal) ? line.Trim() : null;
            }
        }
        catch (OperationCanceledException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw new LoadException(
                found.Count == 0
                    ? FormattableString.Invariant(
                        $"{Name} did not print its address within {timeToStart.TotalSeconds:0} s{(other is null ? "" : $" for http, but '{other}'")}. Set the address with the arguments --urls {ServerStart.Url}."
                    )
                    : FormattableString.Invariant($"{Name} listens on {found.Count} of {count} addresses. Check that it uses --urls.")
            );
        }

        ReadOutput();
        return [.. found];
    }

    private void ReadOutput() => output.ReadFrom(process.StandardOutput.BaseStream);

    [GeneratedRegex("\"tfm\"\\s*:\\s*\"net([0-9]{1,3})\\.")]
    private static partial Regex Framework();
}
