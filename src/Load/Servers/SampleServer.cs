using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using Bench.Host;
using Bench.Processes;
using Bench.Runner;

namespace Bench.Load;

/// <summary>A web application under load: published, started on free loopback ports, and always ended.</summary>
internal sealed partial class SampleServer : IDisposable
{
    private const int FrameworkOfHook = 8;
    private const string PortInUse = "address already in use";

    /// <summary>The error of a project with several target frameworks, or with one in the plural.</summary>
    private const string NeedsFramework = "NETSDK1129";

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

    /// <summary>Whether a command of the user's own started it, which may be another program's.</summary>
    public bool IsOfOwnCommand { get; }

    /// <summary>How long it may take until it is ready, and its runtime answers.</summary>
    public TimeSpan TimeToStart { get; }

    /// <summary>Where it listens, without a slash at the end: one address, or several of the loopback network.</summary>
    public IReadOnlyList<Uri> Addresses { get; private set; } = [];

    public int ProcessId => process.Id;

    public bool HasEnded => process.HasExited;

    /// <summary>The processor time that it has used so far.</summary>
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
                // It has ended: whoever asks next whether it lives is told.
                return TimeSpan.Zero;
            }
        }
    }

    /// <summary>What its runtime has counted so far, exactly; null where no hook gets into it.</summary>
    public RuntimeTotals? ReadTotals(CancellationToken cancellationToken) => isHooked ? lifeline.ReadTotals(cancellationToken) : null;

    /// <summary>Publishes a project by the SDK of its own folder.</summary>
    /// <param name="framework">The target framework; null for the only one, or the newest that can be built here.</param>
    /// <param name="temporary">The folder for the temporary files of the build; null for that of all.</param>
    /// <returns>The program.</returns>
    public static string Publish(
        string project,
        string folder,
        IReadOnlyDictionary<string, string> properties,
        CancellationToken cancellationToken,
        string? framework = null,
        string? temporary = null
    )
    {
        var sdk = new SdkProcess(temporary);
        // Another framework need not be installed: it is brought along.
        var isSelfContained = properties.Keys.Any(name =>
            name.EndsWith("Framework", StringComparison.Ordinal) && name != "EntityFramework"
        );
        string[] options = isSelfContained ? ["--self-contained", "-r", RuntimeInformation.RuntimeIdentifier] : [];
        var path = Path.GetFullPath(project);
        var build = Build(framework);
        if (framework is null && BuildErrors.First(build)?.Contains(NeedsFramework, StringComparison.Ordinal) == true)
            build = Build(NewestFramework(sdk, path, cancellationToken));
        if (BuildErrors.First(build) is { } error)
            throw new LoadException($"{Path.GetFileName(project)} does not build: {error}");
        var built = new BuildProperties(build);
        var library = $"{built["AssemblyName"]}.dll";
        string[] programs = isSelfContained ? [built.Executable] : [library, built.Executable];
        return programs.Select(program => Path.Combine(folder, program)).FirstOrDefault(File.Exists)
            ?? throw new LoadException($"{Path.GetFileName(project)} publishes no {programs[0]}: is it a web application?");

        ChildProcess Build(string? one) =>
            sdk.Run(
                // Where the SDK is looked up, as its global.json says.
                Path.GetDirectoryName(path)!,
                cancellationToken,
                [
                    "publish",
                    path,
                    "-c",
                    "Release",
                    "-o",
                    Path.GetFullPath(folder),
                    "--nologo",
                    "-v",
                    "quiet",
                    // None stays behind and disturbs what is measured.
                    "-nodeReuse:false",
                    "-p:UseSharedCompilation=false",
                    .. one is null ? Array.Empty<string>() : ["-f", one],
                    .. options,
                    .. properties.Select(property => $"-p:{property.Key}={property.Value}"),
                    "-getProperty:AssemblyName,OutputType",
                ]
            );
    }

    private static string NewestFramework(SdkProcess sdk, string project, CancellationToken cancellationToken)
    {
        var evaluated = ProjectEvaluation.Run(sdk, Path.GetDirectoryName(project)!, [project], cancellationToken).Projects is [var only]
            ? only
            : throw new LoadException($"{Path.GetFileName(project)} is no project that can be built");
        evaluated.EnsureMeasurable("the web application", framework: null);
        return evaluated.Measurable[0];
    }

    /// <summary>Starts a server and waits until it is ready.</summary>
    /// <exception cref="LoadException">It can't be started, ends, or is not ready in time.</exception>
    public static SampleServer Start(ServerStart plan, CancellationToken cancellationToken)
    {
        var (command, variables, given) = plan.Resolve();
        var start = CoreSplit.Command(plan.Cores, ProgramIn(plan.Folder, command[0]), command[1..]);
        start.WorkingDirectory = plan.Folder;
        (start.RedirectStandardInput, start.RedirectStandardOutput, start.RedirectStandardError) = (true, true, true);
        // As the suite does for its benchmarks: with the runtime's delay, ten times as long on one core, code reaches its last form after
        // most of a minute.
        start.Environment.TryAdd("DOTNET_TC_CallCountingDelayMs", "0");
        // An application whose settings log warnings only would not say where it listens.
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
                    $"{server.Name}: the process that listens on {server.Addresses[0]} is not the one that was started: the start command must become the server itself (a script does by exec; dotnet run does not)."
                );
            return server;
        }
        catch
        {
            server.Dispose();
            throw;
        }
    }

    // A relative path would be looked for where this process was started, whatever the folder of the one that is: there may be another
    // build's. A name without a folder may be on the PATH.
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
            throw new LoadException($"{start.FileName} can't be started: {e.Message}");
        }
    }

    // Without a path of its own, whatever it answers: what it is to answer under load is asked for afterwards.
    private void WaitUntilReady(ServerStart plan, Stopwatch clock, CancellationToken cancellationToken)
    {
        using var client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false, UseProxy = false })
        {
            Timeout = TimeToAnswer,
        };
        var url = new Uri(Addresses[0], plan.ReadyPath ?? "/");
        var last = "no answer";
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
            FormattableString.Invariant($"{Name} was not ready within {plan.TimeToStart.TotalSeconds:0} s: {url} gave {last}.")
        );
    }

    // Until what it said of its end has been read; a process that it started may hold its standard error open for ever.
    private void WaitForLastWords()
    {
        using var limit = new CancellationTokenSource(TimeToBeToldOf);
        try
        {
            process.WaitForExitAsync(limit.Token).GetAwaiter().GetResult();
        }
        catch (OperationCanceledException)
        {
            // What was read until now is what there is.
        }

        output.WaitForEnd(TimeToBeToldOf);
    }

    /// <summary>What it has just logged of an answer that it could not give; null where it logs no exception.</summary>
    public string? LoggedException(CancellationToken cancellationToken)
    {
        // Loggers write behind the answer.
        cancellationToken.WaitHandle.WaitOne(TimeToLog);
        return output.LastException();
    }

    private LoadException NotStarted()
    {
        WaitForLastWords();
        var words = errors.Last() ?? output.LastException();
        return words?.Contains(PortInUse, StringComparison.OrdinalIgnoreCase) == true
            ? new LoadException(
                $"{Name} does not start, because its port is in use: it must listen where --urls says, or where {ServerStart.Url} stands in its start command, arguments or environment (Kestrel__Endpoints__Http__Url={ServerStart.Url}), for several of it run at once. {words}"
            )
            : new LoadException(
                $"{Name} does not start: {words ?? (HasEnded ? string.Create(CultureInfo.InvariantCulture, $"it ended with exit code {process.ExitCode}{(output.LastLine() is { } line ? $", and printed last '{line}'" : "")}") : "it closed its standard output")}"
            );
    }

    /// <summary>Loads a server: whatever the generator says, a server that is gone is why.</summary>
    /// <param name="server">The server; null for one of the user's own, of which nothing is known.</param>
    /// <exception cref="LoadException">The server has ended, or the generator failed.</exception>
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
            // Its sockets refuse before the system tells of its end.
            server?.process.WaitForExit(TimeToBeToldOf);
            server?.EnsureAlive();
            throw;
        }
    }

    /// <summary>Says so if it has ended by itself.</summary>
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
            // Asked first, so that it can put away what it has opened; the number of one that has ended may be another's by now.
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

    // An earlier runtime can't load the hook, and would not start.
    internal static bool MayHaveHook(string program)
    {
        // A program of its own, without an extension, may have dots in its name.
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
                if (!SaysWhereItListens(line))
                    continue;
                found.AddRange(AddressesIn(line).Where(url => !found.Contains(url)));
                other ??= line.Contains("https://", StringComparison.Ordinal) ? line.Trim() : null;
            }
        }
        catch (OperationCanceledException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw new LoadException(
                found.Count == 0
                    ? FormattableString.Invariant(
                        $"{Name} did not say within {timeToStart.TotalSeconds:0} s where it listens{(other is null ? "" : $" for http, but '{other}'")}: let its arguments say where, --urls {ServerStart.Url}."
                    )
                    : FormattableString.Invariant($"{Name} listens on {found.Count} of {count} addresses: does it obey --urls?")
            );
        }

        ReadOutput();
        return [.. found];
    }

    private void ReadOutput() => output.ReadFrom(process.StandardOutput.BaseStream);

    /// <summary>Whether a line is about where a server listens, and not what it listens for.</summary>
    internal static bool SaysWhereItListens(string line) =>
        line.Contains("listen", StringComparison.OrdinalIgnoreCase) && !ListensFor().IsMatch(line);

    /// <summary>Addresses of this machine that a line names: it may speak of other servers as well.</summary>
    internal static IEnumerable<Uri> AddressesIn(string line) =>
        Address()
            .Matches(line)
            .Select(match =>
                Uri.TryCreate(
                    match
                        .Value.Replace("//0.0.0.0:", "//127.0.0.1:", StringComparison.Ordinal)
                        .Replace("//[::]:", "//127.0.0.1:", StringComparison.Ordinal),
                    UriKind.Absolute,
                    out var url
                )
                    ? url
                    : null
            )
            .OfType<Uri>()
            .Where(url => url.IsLoopback);

    [GeneratedRegex("\"tfm\"\\s*:\\s*\"net([0-9]{1,3})\\.")]
    private static partial Regex Framework();

    [GeneratedRegex(@"\blisten\w*\s+(?:for|to)\b(?!.*\bon\b)", RegexOptions.CultureInvariant | RegexOptions.IgnoreCase)]
    private static partial Regex ListensFor();

    [GeneratedRegex("""http://[^\s;,"'<>()]+""")]
    private static partial Regex Address();
}
