namespace Bench.Explaining;

/// <summary>Something that keeps a row from being explained: no such row, a row that is a first call, a program that can't be sampled.</summary>
/// <param name="message">One line for the user.</param>
public sealed class ExplainingException(string message) : Exception(message);
