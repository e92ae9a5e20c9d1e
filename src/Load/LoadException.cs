namespace Bench.Load;

/// <summary>A load test that can't be made: a missing program, a server that does not start, a plan that can't be read.</summary>
internal class LoadException(string message) : BenchException(message);

/// <summary>A server that ended by itself while it was loaded.</summary>
internal sealed class ServerEndedException(string message) : LoadException(message);

/// <summary>An arm that starts and answers, and then gives no good answer under load.</summary>
internal sealed class UnansweredException : LoadException
{
    /// <param name="why">What one request got, a sentence; null where the generator tells.</param>
    public UnansweredException(LoadArm arm, string? why = null)
        : base($"{arm.Name}: no good answer under load{(why is null ? "." : $": {why}")}") => Arm = arm;

    public UnansweredException(LoadArm arm, ServerEndedException end)
        : base($"{arm.Name}: {end.Message}") => Arm = arm;

    public LoadArm Arm { get; }
}

/// <summary>A generator that went on after its time, or began too late: by the server's fault or its own, and for once.</summary>
internal sealed class StuckGeneratorException(string message) : LoadException(message);
