using System.Buffers;
using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

/// <summary>Writes the new text into a span, as far as it goes.</summary>
internal ref struct MatchesToSpan(ReadOnlySpan<char> text, int oldLength, ReadOnlySpan<char> newValue, Span<char> destination) : IMatches
{
    private readonly ReadOnlySpan<char> _text = text;
    private readonly ReadOnlySpan<char> _newValue = newValue;
    private readonly Span<char> _destination = destination;
    private int _read;

    private int _written;
    private bool _fits = true;

    public bool Add(int position)
    {
        ReadOnlySpan<char> kept = _text[_read..position];
        if (kept.Length + (long)_newValue.Length > _destination.Length - _written)
            return _fits = false;

        kept.CopyTo(_destination[_written..]);
        _newValue.CopyTo(_destination[(_written + kept.Length)..]);
        _written += kept.Length + _newValue.Length;
        _read = position + oldLength;
        return true;
    }

    /// <summary>Whether all of it had room.</summary>
    public bool TryFinish(out int charsWritten)
    {
        charsWritten = 0;
        if (!_fits || !_text[_read..].TryCopyTo(_destination[_written..]))
            return false;

        charsWritten = _written + (_text.Length - _read);
        return true;
    }
}
