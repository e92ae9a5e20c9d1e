using System.Buffers;
using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

/// <summary>Writes the new text to a buffer writer, in the pieces that it hands out.</summary>
internal ref struct MatchesToWriter(ReadOnlySpan<char> text, int oldLength, ReadOnlySpan<char> newValue, IBufferWriter<char> destination)
    : IMatches
{
    private readonly ReadOnlySpan<char> text = text;
    private readonly ReadOnlySpan<char> newValue = newValue;
    private Span<char> room;
    private int written;
    private int read;
    private int count;

    public bool Add(int position)
    {
        Write(text[read..position]);
        Write(newValue);
        read = position + oldLength;
        count++;
        return true;
    }

    /// <returns>How many there were.</returns>
    public int Finish()
    {
        Write(text[read..]);
        Advance();
        return count;
    }

    private void Write(ReadOnlySpan<char> piece)
    {
        while (!piece.TryCopyTo(room[written..]))
        {
            int fits = room.Length - written;
            piece[..fits].CopyTo(room[written..]);
            piece = piece[fits..];
            written += fits;
            Advance();
            room = destination.GetSpan();
            if (room.IsEmpty)
                throw new InvalidOperationException("The buffer writer handed out no room.");
        }

        written += piece.Length;
    }

    // What was handed out is void after it was advanced over.
    private void Advance()
    {
        if (written > 0)
            destination.Advance(written);
        room = default;
        written = 0;
    }
}
