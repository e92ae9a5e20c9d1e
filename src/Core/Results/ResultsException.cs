namespace Bench.Results;

/// <summary>
/// Something that was given as results and can't be read as such. The message is one line for the user and names the place.
/// </summary>
internal sealed class ResultsException : BenchException
{
    public ResultsException(string message)
        : base(message) { }

    /// <summary>What is wrong, at a place in a file.</summary>
    /// <param name="place">The file, with line or benchmark where known.</param>
    public ResultsException(string place, string message, Exception? inner = null)
        : base($"{place}: {message}", inner) { }
}
