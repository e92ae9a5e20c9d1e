namespace Bench.Load;

// A file can contain anything. These limits keep everything finite that a report computes from it.
internal static class PlausibleFigures
{
    // Requests, bytes or milliseconds: more than any test has.
    private const double Largest = 1e15;

    // For times and rates that are divisors.
    private const double Smallest = 1e-9;

    // For amounts other than 0: ratios of smaller ones would not be finite.
    private const double SmallestAmount = 1e-15;

    private const double MaxSeconds = 1e7;

    public static bool AreIn(LoadRun run) =>
        run.Settings.Repeats is >= 0 and <= 1_000_000
        && IsAmount(run.Settings.DurationSeconds)
        && IsAmount(run.Settings.WarmUpSeconds)
        && IsAmount(run.Settings.TimeoutSeconds)
        && run.Levels.All(level =>
            level.Connections <= 10_000_000
            && level.Rounds.All(round => AreIn(round.Throughput) && AreIn(round.ResponseTimes) && AreIn(round.Counters))
        );

    public static bool AreIn(MatrixResult result) =>
        result.Matrix.Connections is >= 1 and <= 10_000_000
        && result.Pace is null or (>= Smallest and <= Largest)
        && IsAmount(result.Matrix.DurationSeconds)
        && IsAmount(result.Matrix.WarmUpSeconds)
        && result.Matrix.Pace is >= 0 and <= 1000
        && result.Check?.Options is not { IsPlausible: false }
        && result.Matrix.Requests.All(request => request.Connections is >= 1 and <= 10_000_000)
        && result.Shares?.All(share => share is > 0 and <= 1) is not false
        && result
            .Variants.SelectMany(variant => variant.Rounds)
            .All(round =>
                AreIn(round.Peak)
                && AreIn(round.Paced)
                && AreIn(round.Counters)
                && round.PacedSeconds is >= 0 and <= MaxSeconds
                && IsAmount(round.ProcessorMicroseconds)
                && IsAmount(round.WarmUpSeconds)
                && (round.Paced is null || round.PacedSeconds >= Smallest)
                && round.Slices is null or >= 1
                && IsDivisorOrNone(round.Pace)
                && IsAmount(round.OpeningBytes)
                && round.Jumps is null or >= 0
                && AreSlices(round.FullSpeedSlices)
                && round.PacedSlices?.All(AreIn) is not false
                && AreIn(round.Mix)
                && IsAmount(round.FullSpeedPool?.Threads)
                && IsAmount(round.FullSpeedPool?.QueueLength)
                && round.ProcessorAtOnce?.All(figure => figure is 0 || IsDivisorOrNone(figure)) is not false
            );

    private static bool AreIn(Throughput? throughput) =>
        throughput is { Errors: { } errors, Seconds: >= 1e-3 and <= MaxSeconds }
        && IsCount(throughput.Requests)
        && IsCount(errors.Connect)
        && IsCount(errors.Read)
        && IsCount(errors.Write)
        && IsCount(errors.Status)
        && IsCount(errors.Timeout)
        && IsAmount(throughput.GeneratorCores)
        && IsAmount(throughput.ServerCores);

    private static bool AreIn(ResponseTimes? times) =>
        times is null
        || (
            IsCount(times.Requests)
            && IsCount(times.Failed)
            && IsAmount(times.GeneratorCores)
            && IsDivisorOrNone(times.Mean)
            && new[] { times.P50, times.P75, times.P90, times.P95, times.P99, times.P999, times.Longest }.All(time =>
                time is >= Smallest and <= Largest
            )
        );

    private static bool AreIn(MixRound? mix) =>
        mix is null
        || (
            AreIn(mix.FullSpeed)
            && mix.Requests.All(request =>
                AreIn(request.Peak)
                && AreIn(request.FullSpeed)
                && AreIn(request.Paced)
                && AreSlices(request.FullSpeedSlices)
                && request.PacedSlices?.All(AreIn) is not false
            )
        );

    private static bool AreSlices(IReadOnlyList<FullSpeedSlice>? slices) =>
        slices?.All(slice => slice?.GoodRequestsPerSecond is 0 or (>= Smallest and <= Largest)) is not false;

    private static bool AreIn(PacedSlice? slice) =>
        slice is not null && IsDivisorOrNone(slice.P50) && IsAmount(slice.ProcessorMicroseconds);

    private static bool IsDivisorOrNone(double? figure) => figure is null or (>= Smallest and <= Largest);

    private static bool AreIn(CounterFigures? counters) =>
        counters is null
        || new[]
        {
            counters.AllocatedBytesPerSecond,
            counters.WorkingSetBytes,
            counters.Threads,
            counters.QueueLength,
            counters.PauseShare,
            counters.CollectionsPerSecond,
            counters.FullCollectionsPerSecond,
        }.All(IsAmount);

    private static bool IsCount(long count) => count is >= 0 and <= (long)Largest;

    private static bool IsAmount(double? amount) => amount is null or 0 or (>= SmallestAmount and <= Largest);
}
