namespace Bench.Gating;

/// <summary>Something that keeps a check from being made: no git, a ref that does not exist, a build that breaks.</summary>
/// <param name="message">One line for the user.</param>
public sealed class GatingException(string message) : Exception(message);
