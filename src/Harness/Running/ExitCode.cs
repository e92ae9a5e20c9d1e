namespace Bench.Harness.Running;

/// <summary>What the program tells the shell.</summary>
internal static class ExitCode
{
    /// <summary>At least one benchmark was asked for and each was measured, or only information was asked for.</summary>
    public const int Success = 0;

    /// <summary>A benchmark failed, nothing matched the filter, or a run that is not complete was to be published.</summary>
    public const int Failure = 1;

    /// <summary>The run was interrupted; what it had measured is in its tables.</summary>
    public const int Interrupted = 130;

    /// <summary>The arguments or the place can't be used: nothing was measured.</summary>
    public const int Usage = 2;
}
