namespace Bench.Load;

internal class LoadException(string message) : BenchException(message);

internal sealed class ServerEndedException(string message) : LoadException(message);

/// <summary>A variant started and answered, but gave no good response under load.</summary>
internal sealed class UnansweredException : LoadException
{
    /// <param name="why">A sentence about the answer to one request; null if the answer is unknown.</param>
    public UnansweredException(LoadVariant variant, string? why = null)
        : base($"{variant.Name}: no good response under load{(why is null ? "." : $": {why}")}") => Variant = variant;

    public UnansweredException(LoadVariant variant, ServerEndedException end)
        : base($"{variant.Name}: {end.Message}") => Variant = variant;

    public LoadVariant Variant { get; }
}

// The generator ran too long or started too late. The cause may be temporary, so callers may repeat the load once.
internal sealed class StuckGeneratorException(string message) : LoadException(message);
