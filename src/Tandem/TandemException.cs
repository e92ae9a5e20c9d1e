namespace Bench.Tandem;

/// <summary>A side that can't be measured: its program does not start, its benchmark threw, or it does not answer any more.</summary>
/// <param name="message">One line for the user.</param>
public sealed class TandemException(string message) : Exception(message);
