namespace Bench.Results;

/// <summary>Something that was given as results and can't be read as such. The message is one line for the user and names the place.</summary>
public sealed class ResultsException : Exception
{
    /// <summary>What is wrong, without a place.</summary>
    public ResultsException(string message) : base(message)
    {
    }

    /// <summary>What is wrong, at a place in a file.</summary>
    /// <param name="place">The file, with line or row where known.</param>
    /// <param name="message">What is wrong there.</param>
    /// <param name="inner">The cause, if there is one.</param>
    public ResultsException(string place, string message, Exception? inner = null) : base($"{place}: {message}", inner)
    {
    }
}
