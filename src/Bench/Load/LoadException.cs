namespace Bench.Load;

internal class LoadException(string message) : BenchException(message);

internal sealed class ServerEndedException(string message) : LoadException(message);

/// <summary>A variant started and answered, but gave no good response under load.</summary>
internal sealed class UnansweredException : LoadException
{
    /// <param name="why">A sentence about the answer to one request; null if the answer is unknown.</param>
    public UnansweredException(LoadArm arm, string? why = null)
        : base($"{arm.Name}: no good response under load{(why is null ? "." : $": {why}")}") => Arm = arm;

    public UnansweredException(LoadArm arm, ServerEndedException end)
        : base($"{arm.Name}: {end.Message}") => Arm = arm;

    public LoadArm Arm { get; }
}

// The generator ran too long or started too late. The cause may be temporary, so callers may repeat the load once.
internal sealed class StuckGeneratorException(string message) : LoadException(message);
