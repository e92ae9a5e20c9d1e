namespace Bench.LoadTesting;

/// <summary>A load test that can't be made, or not to its end: a missing program, a server that does not answer.</summary>
/// <param name="message">One line for the user.</param>
public sealed class LoadException(string message) : Exception(message);
