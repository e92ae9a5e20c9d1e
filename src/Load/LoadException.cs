namespace Bench.Load;

/// <summary>A load test that can't be made: a missing program, a server that does not start, a plan that can't be read.</summary>
internal class LoadException(string message) : BenchException(message);

/// <summary>An arm that starts and answers, and then gives no good answer under load.</summary>
/// <param name="why">What one request got, a sentence; null where the generator tells.</param>
internal sealed class UnansweredException(LoadArm arm, string? why = null)
    : LoadException($"{arm.Name}: no good answer under load{(why is null ? "." : $": {why}")}")
{
    public LoadArm Arm => arm;
}

/// <summary>A generator that went on after its time, which may be the server's fault or its own.</summary>
internal sealed class StuckGeneratorException(string message) : LoadException(message);
