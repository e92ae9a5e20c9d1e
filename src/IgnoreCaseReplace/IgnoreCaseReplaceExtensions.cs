using System.Buffers;
using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

/// <summary>
/// Replaces text without regard to case, with the result of
/// <see cref="string.Replace(string, string?, StringComparison)"/> for <see cref="StringComparison.OrdinalIgnoreCase"/>
/// and no allocation but the new string.
/// </summary>
/// <remarks>
/// Two characters are equal when their simple upper-case mappings are, whatever the culture: <c>ß</c> is not <c>ss</c>, and neither
/// <c>ı</c>, <c>ſ</c> nor the Kelvin sign is equal to an ASCII letter. Matches are found from left to right and never overlap.
/// For a pattern that is used many times, <see cref="IgnoreCaseReplacer"/> looks at it once.
/// </remarks>
public static class IgnoreCaseReplaceExtensions
{
    private const int CharactersOnStack = 256;

    /// <summary>Replaces each occurrence of <paramref name="oldValue"/>, whatever its case.</summary>
    /// <param name="text">The text to search.</param>
    /// <param name="oldValue">What to replace; at least one character.</param>
    /// <param name="newValue">What takes its place; <see langword="null"/> or empty removes the occurrences.</param>
    /// <returns>The new text, or the instance <paramref name="text"/> itself where nothing matched.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> or <paramref name="oldValue"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="oldValue"/> is empty.</exception>
    /// <exception cref="OutOfMemoryException">The result would be longer than a string can be.</exception>
    public static string ReplaceIgnoreCase(this string text, string oldValue, string? newValue)
    {
        _ = TryReplaceIgnoreCase(text, oldValue, newValue, out string result);
        return result;
    }

    /// <summary>Replaces each occurrence of <paramref name="oldValue"/>, whatever its case, and tells whether there was one.</summary>
    /// <param name="text">The text to search.</param>
    /// <param name="oldValue">What to replace; at least one character.</param>
    /// <param name="newValue">What takes its place; <see langword="null"/> or empty removes the occurrences.</param>
    /// <param name="result">The new text, or the instance <paramref name="text"/> itself where nothing matched.</param>
    /// <returns>
    /// <see langword="true"/> when at least one occurrence was replaced, even if by an equal text; otherwise <see langword="false"/>.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> or <paramref name="oldValue"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="oldValue"/> is empty.</exception>
    /// <exception cref="OutOfMemoryException">The result would be longer than a string can be.</exception>
    public static bool TryReplaceIgnoreCase(this string text, string oldValue, string? newValue, out string result)
    {
        ArgumentNullException.ThrowIfNull(text);
        ArgumentException.ThrowIfNullOrEmpty(oldValue);

        string? replaced = ShortText.IsFor(text, oldValue)
            ? ShortText.Replace(text, oldValue, newValue)
            : Replace(text, oldValue, newValue);
        result = replaced ?? text;
        return replaced is not null;
    }

    [SkipLocalsInit]
    private static string? Replace(string text, string oldValue, string? newValue)
    {
        using var buffer = new PatternBuffer(stackalloc char[CharactersOnStack], oldValue.Length);
        Pattern.Examine(oldValue, buffer.Characters, text.Length, out PatternShape shape);
        return Replacing.ToString(text, new Pattern(oldValue, buffer.Characters, in shape), newValue);
    }

    /// <summary>Writes the text with each occurrence of <paramref name="oldValue"/>, whatever its case, replaced.</summary>
    /// <param name="text">The text to search.</param>
    /// <param name="oldValue">What to replace; at least one character.</param>
    /// <param name="newValue">What takes its place; empty removes the occurrences.</param>
    /// <param name="destination">Where the new text goes. What it holds is not defined when it was too short.</param>
    /// <param name="charsWritten">Its length, in characters; 0 when the destination was too short.</param>
    /// <returns><see langword="false"/> when the destination was too short; otherwise <see langword="true"/>.</returns>
    /// <exception cref="ArgumentException"><paramref name="oldValue"/> is empty, or the destination overlaps what is read.</exception>
    [SkipLocalsInit]
    public static bool TryReplaceIgnoreCase(
        this ReadOnlySpan<char> text,
        ReadOnlySpan<char> oldValue,
        ReadOnlySpan<char> newValue,
        Span<char> destination,
        out int charsWritten
    )
    {
        EnsureNotEmpty(oldValue);
        if (ShortText.IsFor(text, oldValue))
            return Replacing.ToSpan(text, oldValue, newValue, destination, out charsWritten);

        using var buffer = new PatternBuffer(stackalloc char[CharactersOnStack], oldValue.Length);
        Pattern.Examine(oldValue, buffer.Characters, text.Length, out PatternShape shape);
        return Replacing.ToSpan(text, new Pattern(oldValue, buffer.Characters, in shape), newValue, destination, out charsWritten);
    }

    /// <summary>Writes the text with each occurrence of <paramref name="oldValue"/>, whatever its case, replaced.</summary>
    /// <param name="text">The text to search.</param>
    /// <param name="oldValue">What to replace; at least one character.</param>
    /// <param name="newValue">What takes its place; empty removes the occurrences.</param>
    /// <param name="destination">Where the new text goes.</param>
    /// <returns>How many occurrences were replaced.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="oldValue"/> is empty.</exception>
    /// <exception cref="InvalidOperationException">The destination hands out an empty span, which its contract forbids.</exception>
    [SkipLocalsInit]
    public static int ReplaceIgnoreCase(
        this ReadOnlySpan<char> text,
        ReadOnlySpan<char> oldValue,
        ReadOnlySpan<char> newValue,
        IBufferWriter<char> destination
    )
    {
        ArgumentNullException.ThrowIfNull(destination);
        EnsureNotEmpty(oldValue);
        if (ShortText.IsFor(text, oldValue))
            return Replacing.ToWriter(text, oldValue, newValue, destination);

        using var buffer = new PatternBuffer(stackalloc char[CharactersOnStack], oldValue.Length);
        Pattern.Examine(oldValue, buffer.Characters, text.Length, out PatternShape shape);
        return Replacing.ToWriter(text, new Pattern(oldValue, buffer.Characters, in shape), newValue, destination);
    }

    private static void EnsureNotEmpty(ReadOnlySpan<char> oldValue)
    {
        if (oldValue.IsEmpty)
            throw new ArgumentException("What is to be replaced must not be empty.", nameof(oldValue));
    }

    /// <summary>Room for what is known of a pattern: the caller's while it suffices.</summary>
    private readonly ref struct PatternBuffer
    {
        private readonly char[]? rented;

        public PatternBuffer(Span<char> onStack, int patternLength)
        {
            int needed = Pattern.BufferLength(patternLength);
            Characters = needed <= onStack.Length ? onStack : rented = ArrayPool<char>.Shared.Rent(needed);
        }

        public Span<char> Characters { get; }

        public void Dispose()
        {
            if (rented is not null)
                ArrayPool<char>.Shared.Return(rented);
        }
    }
}
