namespace Bench.Harness.Running;

internal static class HarnessExitCode
{
    /// <summary>Every selected benchmark was measured, or only information was requested.</summary>
    public const int Success = 0;

    /// <summary>A benchmark failed, nothing matched the filter, or an incomplete run was to be published.</summary>
    public const int Failure = 1;

    /// <summary>The run was interrupted. Its tables have the results so far.</summary>
    public const int Interrupted = 130;

    /// <summary>The arguments or the folder cannot be used. Nothing was measured.</summary>
    public const int Usage = 2;
}
