using System.Buffers;
using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

/// <summary>Writes the new text into a span, as far as it goes.</summary>
internal ref struct MatchesToSpan(ReadOnlySpan<char> text, int oldLength, ReadOnlySpan<char> newValue, Span<char> destination) : IMatches
{
    private readonly ReadOnlySpan<char> text = text;
    private readonly ReadOnlySpan<char> newValue = newValue;
    private readonly Span<char> destination = destination;
    private int read;

    private int written;
    private bool fits = true;

    public bool Add(int position)
    {
        ReadOnlySpan<char> kept = text[read..position];
        if (kept.Length + (long)newValue.Length > destination.Length - written)
            return fits = false;

        kept.CopyTo(destination[written..]);
        newValue.CopyTo(destination[(written + kept.Length)..]);
        written += kept.Length + newValue.Length;
        read = position + oldLength;
        return true;
    }

    /// <summary>Whether all of it had room.</summary>
    public bool TryFinish(out int charsWritten)
    {
        charsWritten = 0;
        if (!fits || !text[read..].TryCopyTo(destination[written..]))
            return false;

        charsWritten = written + (text.Length - read);
        return true;
    }
}
