namespace Bench.Runner;

/// <summary>Work on both sides at once, a core each.</summary>
internal static class BothSides
{
    /// <summary>Waits for both, so that neither is left behind when the other fails; throws what the first that failed threw.</summary>
    public static (T Baseline, T Candidate) Run<T>(Func<T> baseline, Func<T> candidate)
    {
        var (before, after) = (Task.Run(baseline), Task.Run(candidate));
        Task.WhenAll(before, after).ContinueWith(_ => { }, TaskScheduler.Default).GetAwaiter().GetResult();
        return (before.GetAwaiter().GetResult(), after.GetAwaiter().GetResult());
    }
}
