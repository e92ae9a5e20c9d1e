namespace Bench.Doctor;

/// <summary>What is so with one part of the machine.</summary>
/// <param name="Remedy">What would help; null where nothing needs to or can.</param>
internal sealed record Finding(string Subject, Level Level, string Text, string? Remedy = null)
{
    public static Finding Unknown(string subject, string text = "this system does not say") => new(subject, Level.Unknown, text);
}
