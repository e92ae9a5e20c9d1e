namespace Bench.Cli.Doctor;

/// <param name="Remedy">The remedy; null if none is known or needed.</param>
internal sealed record Finding(string Subject, Level Level, string Text, string? Remedy = null)
{
    public static Finding Unknown(string subject, string text = "not reported by this system") => new(subject, Level.Unknown, text);
}
