namespace Bench.Results;

// Input that cannot be read as results. The message is one line for the user and names the place.
internal sealed class ResultsException : BenchException
{
    public ResultsException(string message)
        : base(message) { }

    // The place is the file, with line or benchmark if known.
    public ResultsException(string place, string message, Exception? inner = null)
        : base($"{place}: {message}", inner) { }
}
