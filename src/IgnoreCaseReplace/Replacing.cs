using System.Buffers;
using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

/// <summary>What both public forms do, once a pattern has been looked at.</summary>
internal static class Replacing
{
    private const int PositionsOnStack = 128;

    /// <summary>The new text; null where nothing matched.</summary>
    [SkipLocalsInit]
    public static string? ToString(ReadOnlySpan<char> text, scoped in Pattern pattern, ReadOnlySpan<char> newValue)
    {
        var matches = new MatchPositions(stackalloc int[PositionsOnStack]);
        Find(text, pattern, ref matches);
        if (matches.Positions.IsEmpty)
            return null;

        try
        {
            var pieces = new Pieces(text, matches.Positions, pattern.Value.Length, newValue);
            // Any length beyond the longest string ends in the OutOfMemoryException that an allocation of that size throws.
            return newValue.Length == pattern.Value.Length
                ? string.Create(text.Length, pieces, static (target, pieces) => pieces.WriteOver(target))
                : string.Create((int)Math.Min(pieces.Length, int.MaxValue), pieces, static (target, pieces) => pieces.WriteTo(target));
        }
        finally
        {
            matches.Return();
        }
    }

    // A method of its own: where one that uses wide vectors ends, the runtime clears their upper halves. Inlined into the method that allocates
    // the new text, the search would leave them in use there, and each SSE instruction of the allocator would wait for them: 200 ns.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Find(ReadOnlySpan<char> text, in Pattern pattern, ref MatchPositions matches) => Scan.Run(text, pattern, 0, ref matches);

    /// <summary>Writes the new text into a span.</summary>
    /// <exception cref="ArgumentException">They overlap.</exception>
    public static bool ToSpan(ReadOnlySpan<char> text, scoped in Pattern pattern, ReadOnlySpan<char> newValue, Span<char> destination, out int charsWritten)
    {
        if (text.Overlaps(destination) || newValue.Overlaps(destination))
            throw new ArgumentException("The destination overlaps what is read.", nameof(destination));

        var matches = new MatchesToSpan(text, pattern.Value.Length, newValue, destination);
        Scan.Run(text, pattern, 0, ref matches);
        bool fits = matches.TryFinish();
        charsWritten = fits ? matches.Written : 0;
        return fits;
    }

    /// <summary>Writes the new text to a buffer writer.</summary>
    /// <returns>How many matches were replaced.</returns>
    public static int ToWriter(ReadOnlySpan<char> text, scoped in Pattern pattern, ReadOnlySpan<char> newValue, IBufferWriter<char> destination)
    {
        var matches = new MatchesToWriter(text, pattern.Value.Length, newValue, destination);
        Scan.Run(text, pattern, 0, ref matches);
        matches.Finish();
        return matches.Count;
    }

    private readonly ref struct Pieces(ReadOnlySpan<char> text, ReadOnlySpan<int> positions, int oldLength, ReadOnlySpan<char> newValue)
    {
        private readonly ReadOnlySpan<char> _text = text;
        private readonly ReadOnlySpan<int> _positions = positions;
        private readonly ReadOnlySpan<char> _newValue = newValue;

        public long Length => _text.Length + ((long)_positions.Length * (_newValue.Length - oldLength));

        /// <summary>Where both are of the same length: one copy, and what changes over it.</summary>
        public void WriteOver(Span<char> target)
        {
            _text.CopyTo(target);
            foreach (int position in _positions)
                _newValue.CopyTo(target[position..]);
        }

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
