using System.Buffers;

namespace Bench.IgnoreCaseReplace;

/// <summary>
/// A pattern that has been looked at once, to be replaced in many texts: the same as <see cref="IgnoreCaseReplaceExtensions"/> without
/// that look at each call, which matters on texts of some hundred to some thousand characters; shorter strings are searched in the same way
/// by both. Immutable, so one instance may serve many threads.
/// </summary>
/// <example>
/// <code>
/// private static readonly IgnoreCaseReplacer Id = new("{id}");
/// string page = Id.Replace(template, "17");
/// </code>
/// </example>
public sealed class IgnoreCaseReplacer
{
    private readonly char[] buffer;
    private readonly PatternShape shape;

    /// <summary>Looks at a pattern.</summary>
    /// <param name="oldValue">What to replace; at least one character.</param>
    /// <exception cref="ArgumentNullException"><paramref name="oldValue"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="oldValue"/> is empty.</exception>
    public IgnoreCaseReplacer(string oldValue)
    {
        ArgumentException.ThrowIfNullOrEmpty(oldValue);
        OldValue = oldValue;
        buffer = new char[Pattern.BufferLength(oldValue.Length)];
        Pattern.Examine(oldValue, buffer, int.MaxValue, out shape);
    }

    /// <summary>What is replaced.</summary>
    public string OldValue { get; }

    private Pattern Prepared => new(OldValue, buffer, in shape);

    /// <summary>Replaces each occurrence, whatever its case.</summary>
    /// <param name="text">The text to search.</param>
    /// <param name="newValue">What takes its place; <see langword="null"/> or empty removes the occurrences.</param>
    /// <returns>The new text, or the instance <paramref name="text"/> itself where nothing matched.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    /// <exception cref="OutOfMemoryException">The result would be longer than a string can be.</exception>
    public string Replace(string text, string? newValue)
    {
        _ = TryReplace(text, newValue, out string result);
        return result;
    }

    /// <summary>Replaces each occurrence, whatever its case, and tells whether there was one.</summary>
    /// <param name="text">The text to search.</param>
    /// <param name="newValue">What takes its place; <see langword="null"/> or empty removes the occurrences.</param>
    /// <param name="result">The new text, or the instance <paramref name="text"/> itself where nothing matched.</param>
    /// <returns>
    /// <see langword="true"/> when at least one occurrence was replaced, even if by an equal text; otherwise <see langword="false"/>.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    /// <exception cref="OutOfMemoryException">The result would be longer than a string can be.</exception>
    public bool TryReplace(string text, string? newValue, out string result)
    {
        ArgumentNullException.ThrowIfNull(text);
        string? replaced = ShortText.IsFor(text, OldValue)
            ? ShortText.Replace(text, OldValue, newValue)
            : Replacing.ToString(text, Prepared, newValue);
        result = replaced ?? text;
        return replaced is not null;
    }

    /// <summary>Writes the text with each occurrence, whatever its case, replaced.</summary>
    /// <param name="text">The text to search.</param>
    /// <param name="newValue">What takes its place; empty removes the occurrences.</param>
    /// <param name="destination">Where the new text goes. What it holds is not defined when it was too short.</param>
    /// <param name="charsWritten">Its length, in characters; 0 when the destination was too short.</param>
    /// <returns><see langword="false"/> when the destination was too short; otherwise <see langword="true"/>.</returns>
    /// <exception cref="ArgumentException">The destination overlaps what is read.</exception>
    public bool TryReplace(ReadOnlySpan<char> text, ReadOnlySpan<char> newValue, Span<char> destination, out int charsWritten) =>
        Replacing.ToSpan(text, Prepared, newValue, destination, out charsWritten);

    /// <summary>Writes the text with each occurrence, whatever its case, replaced.</summary>
    /// <param name="text">The text to search.</param>
    /// <param name="newValue">What takes its place; empty removes the occurrences.</param>
    /// <param name="destination">Where the new text goes.</param>
    /// <returns>How many occurrences were replaced.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is null.</exception>
    /// <exception cref="InvalidOperationException">The destination hands out an empty span, which its contract forbids.</exception>
    public int Replace(ReadOnlySpan<char> text, ReadOnlySpan<char> newValue, IBufferWriter<char> destination)
    {
        ArgumentNullException.ThrowIfNull(destination);
        return Replacing.ToWriter(text, Prepared, newValue, destination);
    }
}
