using Bench.Host;

namespace Bench.Runner;

/// <summary>
/// A process that lists the benchmarks of a program, and measures none. Main runs in it up to where it hands benchmarks to BenchmarkDotNet,
/// so that they have the jobs of its configuration.
/// </summary>
internal sealed class ProgramListing : IProgramListing
{
    /// <summary>How long Main may take.</summary>
    public static readonly TimeSpan MainLimit = TimeSpan.FromSeconds(30);

    private const int MaxNamed = 3;

    /// <summary>Arguments that leave nothing out: the filters of a check are applied to what Main hands over.</summary>
    private static readonly string[] MainArguments = ["--filter", "*"];

    private readonly HostedProcess process;

    private ProgramListing(HostedProcess process, string? unread)
    {
        this.process = process;
        Unread = unread;
    }

    /// <summary>What of the program's configuration could not be read, in a sentence; null where nothing.</summary>
    public string? Unread { get; }

    /// <exception cref="MeasurementException">The program can't be started.</exception>
    public static ProgramListing Start(BenchmarkProgram program, CancellationToken cancellationToken) =>
        Start(program, MainLimit, cancellationToken);

    /// <summary>Starts two at once, a core each. Neither is left behind when the other fails.</summary>
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
            // Whatever Main has left behind: another process, without it.
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

    /// <summary>The benchmarks that the filter lets through, and what the program runs on.</summary>
    public HostedProgram List(BenchmarkFilter filter) => process.List(filter);

    /// <summary>The benchmarks of a program, by a process that ends at once.</summary>
    public static HostedProgram List(BenchmarkProgram program, BenchmarkFilter filter, CancellationToken cancellationToken)
    {
        using var listing = Start(program, cancellationToken);
        return listing.List(filter);
    }

    /// <summary>What of two builds' configuration could not be read, in a sentence; null where nothing.</summary>
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
                ? "Main ended without running benchmarks: its configuration was not read"
                : $"Main {main.Trouble}, and ran no benchmarks: its configuration was not read";
        if (main.Trouble.Length > 0)
            return $"Main {main.Trouble}: what it would have run after that was not read";
        return main.OtherTypes.Count == 0 ? null : $"Main does not run {Named(main.OtherTypes)}: measured as their attributes say";
    }

    private static string Named(IReadOnlyList<string> types) =>
        string.Join(", ", types.Take(MaxNamed)) + (types.Count > MaxNamed ? $" and {types.Count - MaxNamed} types more" : "");
}
