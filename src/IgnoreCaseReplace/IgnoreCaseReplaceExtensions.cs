using System.Buffers;

namespace Bench.IgnoreCaseReplace;

/// <summary>
/// Replaces text without regard to case, with the result of
/// <see cref="string.Replace(string, string?, StringComparison)"/> for <see cref="StringComparison.OrdinalIgnoreCase"/>
/// and no allocation but the new string.
/// </summary>
/// <remarks>
/// Two characters are equal when their simple upper-case mappings are, whatever the culture: <c>ß</c> is not <c>ss</c>, and neither
/// <c>ı</c>, <c>ſ</c> nor the Kelvin sign is equal to an ASCII letter. Matches are found from left to right and never overlap.
/// </remarks>
public static class IgnoreCaseReplaceExtensions
{
    private const int PositionsOnStack = 128;

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

        int first = text.AsSpan().IndexOf(oldValue, StringComparison.OrdinalIgnoreCase);
        result = first < 0 ? text : ReplaceFrom(first, text, oldValue, newValue);
        return first >= 0;
    }

    // Apart from the search, so that a text without a match does not pay for clearing the buffer.
    private static string ReplaceFrom(int first, string text, string oldValue, string? newValue)
    {
        Span<int> positions = stackalloc int[PositionsOnStack];
        int[]? rented = null;
        int count = 0;

        for (int position = first; ;)
        {
            if (count == positions.Length)
                positions = Grow(positions, ref rented);
            positions[count++] = position;

            int next = position + oldValue.Length;
            int distance = text.AsSpan(next).IndexOf(oldValue, StringComparison.OrdinalIgnoreCase);
            if (distance < 0)
                break;
            position = next + distance;
        }

        string result = Build(new Replacement(text, positions[..count], oldValue.Length, newValue));

        if (rented is not null)
            ArrayPool<int>.Shared.Return(rented);
        return result;
    }

    private static Span<int> Grow(Span<int> full, ref int[]? rented)
    {
        int[] larger = ArrayPool<int>.Shared.Rent(full.Length * 2);
        full.CopyTo(larger);
        if (rented is not null)
            ArrayPool<int>.Shared.Return(rented);
        rented = larger;
        return larger;
    }

    private static string Build(Replacement replacement)
    {
        // Any length beyond the longest string ends in the OutOfMemoryException that an allocation of that size throws.
        int length = (int)Math.Min(replacement.Length, int.MaxValue);
        return string.Create(length, replacement, static (target, source) => source.WriteTo(target));
    }

    private readonly ref struct Replacement(ReadOnlySpan<char> text, ReadOnlySpan<int> positions, int oldLength, ReadOnlySpan<char> newValue)
    {
        private readonly ReadOnlySpan<char> _text = text;
        private readonly ReadOnlySpan<int> _positions = positions;
        private readonly ReadOnlySpan<char> _newValue = newValue;

        public long Length => _text.Length + (long)_positions.Length * (_newValue.Length - oldLength);

        public void WriteTo(Span<char> target)
        {
            int read = 0;
            foreach (int position in _positions)
            {
                ReadOnlySpan<char> kept = _text[read..position];
                kept.CopyTo(target);
                target = target[kept.Length..];
                _newValue.CopyTo(target);
                target = target[_newValue.Length..];
                read = position + oldLength;
            }

            _text[read..].CopyTo(target);
        }
    }
}
