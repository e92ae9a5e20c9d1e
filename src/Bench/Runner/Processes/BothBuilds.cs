namespace Bench.Runner;

internal static class BothBuilds
{
    // Waits for both even if one fails, so that nothing keeps running. Then throws the first failure.
    public static (T Baseline, T Candidate) Run<T>(Func<T> baseline, Func<T> candidate)
    {
        var (before, after) = (Task.Run(baseline), Task.Run(candidate));
        Task.WhenAll(before, after).ContinueWith(_ => { }, TaskScheduler.Default).GetAwaiter().GetResult();
        return (before.GetAwaiter().GetResult(), after.GetAwaiter().GetResult());
    }
}
