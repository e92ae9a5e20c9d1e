using Bench.Host;

namespace Bench.Runner;

// A process that lists the benchmarks of a program without measuring any. Main runs until it hands benchmarks to BenchmarkDotNet, so that
// they have the jobs of its configuration.
internal sealed class ProgramListing : IProgramListing
{
    public static readonly TimeSpan MainLimit = TimeSpan.FromSeconds(30);

    private const int MaxNamed = 3;

    // Main gets arguments that select everything. The check's own filters are applied later.
    private static readonly string[] MainArguments = ["--filter", "*"];

    private readonly HostedProcess process;

    private ProgramListing(HostedProcess process, string? unread)
    {
        this.process = process;
        Unread = unread;
    }

    // The part of the program's configuration that could not be read, as a sentence; null if all of it was.
    public string? Unread { get; }

    public static ProgramListing Start(BenchmarkProgram program, CancellationToken cancellationToken) =>
        Start(program, MainLimit, cancellationToken);

    // Starts two at once, one per core. If one fails, the other's process is ended too.
    public static (ProgramListing One, ProgramListing Other) Start(
        BenchmarkProgram one,
        BenchmarkProgram other,
        CancellationToken cancellationToken
    )
    {
        var both = new[] { one, other }
            .Select(program => Task.Run(() => Start(program, cancellationToken), CancellationToken.None))
            .ToArray();
        Task.WhenAll(both).ContinueWith(_ => { }, TaskScheduler.Default).GetAwaiter().GetResult();
        if (both.Any(listing => !listing.IsCompletedSuccessfully))
            foreach (var listing in both.Where(listing => listing.IsCompletedSuccessfully))
                listing.Result.Dispose();
        return (both[0].GetAwaiter().GetResult(), both[1].GetAwaiter().GetResult());
    }

    internal static ProgramListing Start(BenchmarkProgram program, TimeSpan mainLimit, CancellationToken cancellationToken)
    {
        var process = HostedProcess.Start(program, [], cancellationToken, MainArguments);
        try
        {
            return new ProgramListing(process, UnreadBy(process.RunMain(mainLimit)));
        }
        catch (MeasurementException e)
        {
            // Main may have left the process in any state, so another process lists without Main.
            process.Dispose();
            var plain = HostedProcess.Start(program, [], cancellationToken);
            return new ProgramListing(plain, $"Main's configuration was not read: {e.Message}");
        }
        catch
        {
            process.Dispose();
            throw;
        }
    }

    public HostedProgram List(BenchmarkFilter filter) => process.List(filter);

    // Uses a process that ends at once.
    public static HostedProgram List(BenchmarkProgram program, BenchmarkFilter filter, CancellationToken cancellationToken)
    {
        using var listing = Start(program, cancellationToken);
        return listing.List(filter);
    }

    // The part of the builds' configuration that could not be read, as a sentence; null if all of it was.
    public static string? UnreadOf(IProgramListing baseline, IProgramListing candidate) =>
        (baseline.Unread, candidate.Unread) switch
        {
            (null, null) => null,
            var (before, after) when before == after => before,
            (var before, null) => $"the baseline: {before}",
            (null, var after) => $"the candidate: {after}",
            var (before, after) => $"the baseline: {before}; the candidate: {after}",
        };

    public void Dispose() => process.Dispose();

    private static string? UnreadBy(MainEnding main)
    {
        if (main.Cases == 0)
            return main.Trouble.Length == 0
                ? "Main ended without running benchmarks, so its configuration was not read"
                : $"Main {main.Trouble} and ran no benchmarks, so its configuration was not read";
        if (main.Trouble.Length > 0)
            return $"Main {main.Trouble}. Benchmarks that it would have run after that are unknown";
        return main.OtherTypes.Count == 0 ? null : $"Main does not run {Named(main.OtherTypes)}. Their attributes are used instead";
    }

    private static string Named(IReadOnlyList<string> types) =>
        string.Join(", ", types.Take(MaxNamed)) + (types.Count > MaxNamed ? $" and {types.Count - MaxNamed} more types" : "");
}
