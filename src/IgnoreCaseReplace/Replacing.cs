using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Bench.IgnoreCaseReplace;

/// <summary>What all public forms do, once it is known how to search.</summary>
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
            return ToString(text, matches.Positions, pattern.Value.Length, newValue);
        }
        finally
        {
            matches.Return();
        }
    }

    /// <summary>The new text.</summary>
    public static string ToString(ReadOnlySpan<char> text, ReadOnlySpan<int> positions, int oldLength, ReadOnlySpan<char> newValue)
    {
        if (positions.Length == 1)
            return string.Concat(text[..positions[0]], newValue, text[(positions[0] + oldLength)..]);

        var pieces = new Pieces(text, positions, oldLength, newValue);
        // Any length beyond the longest string ends in the OutOfMemoryException that an allocation of that size throws.
        return newValue.Length == oldLength
            ? string.Create(text.Length, pieces, static (target, pieces) => pieces.WriteOver(target))
            : string.Create((int)Math.Min(pieces.Length, int.MaxValue), pieces, static (target, pieces) => pieces.WriteTo(target));
    }

    // A method of its own: where one that uses wide vectors ends, the runtime clears their upper halves. Inlined into the method that
    // allocates the new text, the search would leave them in use there, and each SSE instruction of the allocator would wait for them: 200
    // ns.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Find(ReadOnlySpan<char> text, in Pattern pattern, ref MatchPositions matches) =>
        Scan.Run(text, pattern, 0, ref matches);

    /// <summary>Writes the new text into a span.</summary>
    /// <exception cref="ArgumentException">They overlap.</exception>
    public static bool ToSpan(
        ReadOnlySpan<char> text,
        scoped in Pattern pattern,
        ReadOnlySpan<char> newValue,
        Span<char> destination,
        out int charsWritten
    )
    {
        EnsureNoOverlap(text, pattern.Value, newValue, destination);
        var matches = new MatchesToSpan(text, pattern.Value.Length, newValue, destination);
        Scan.Run(text, pattern, 0, ref matches);
        return matches.TryFinish(out charsWritten);
    }

    /// <summary>The same in a short text.</summary>
    public static bool ToSpan(
        ReadOnlySpan<char> text,
        ReadOnlySpan<char> oldValue,
        ReadOnlySpan<char> newValue,
        Span<char> destination,
        out int charsWritten
    )
    {
        EnsureNoOverlap(text, oldValue, newValue, destination);
        var matches = new MatchesToSpan(text, oldValue.Length, newValue, destination);
        ShortText.Run(text, oldValue, ref matches);
        return matches.TryFinish(out charsWritten);
    }

    /// <summary>Writes the new text to a buffer writer.</summary>
    /// <returns>How many matches were replaced.</returns>
    public static int ToWriter(
        ReadOnlySpan<char> text,
        scoped in Pattern pattern,
        ReadOnlySpan<char> newValue,
        IBufferWriter<char> destination
    )
    {
        var matches = new MatchesToWriter(text, pattern.Value.Length, newValue, destination);
        Scan.Run(text, pattern, 0, ref matches);
        return matches.Finish();
    }

    /// <summary>The same in a short text.</summary>
    public static int ToWriter(
        ReadOnlySpan<char> text,
        ReadOnlySpan<char> oldValue,
        ReadOnlySpan<char> newValue,
        IBufferWriter<char> destination
    )
    {
        var matches = new MatchesToWriter(text, oldValue.Length, newValue, destination);
        ShortText.Run(text, oldValue, ref matches);
        return matches.Finish();
    }

    private static void EnsureNoOverlap(
        ReadOnlySpan<char> text,
        ReadOnlySpan<char> oldValue,
        ReadOnlySpan<char> newValue,
        Span<char> destination
    )
    {
        // The pattern as well: it is compared again after the first matches were written.
        if (text.Overlaps(destination) || oldValue.Overlaps(destination) || newValue.Overlaps(destination))
            throw new ArgumentException("The destination overlaps what is read.", nameof(destination));
    }

    private readonly ref struct Pieces(ReadOnlySpan<char> text, ReadOnlySpan<int> positions, int oldLength, ReadOnlySpan<char> newValue)
    {
        private readonly ReadOnlySpan<char> text = text;
        private readonly ReadOnlySpan<int> positions = positions;
        private readonly ReadOnlySpan<char> newValue = newValue;
        private readonly int oldLength = oldLength;

        public long Length => text.Length + ((long)positions.Length * (newValue.Length - oldLength));

        /// <summary>Where both are of the same length: one copy, and what changes over it.</summary>
        public void WriteOver(Span<char> target)
        {
            text.CopyTo(target);
            ref char start = ref MemoryMarshal.GetReference(target);
            foreach (int position in positions)
                Copy(newValue, ref Unsafe.Add(ref start, position));
        }

        public void WriteTo(Span<char> target)
        {
            ref char next = ref MemoryMarshal.GetReference(target);
            int read = 0;
            foreach (int position in positions)
            {
                ReadOnlySpan<char> kept = text[read..position];
                Copy(kept, ref next);
                next = ref Unsafe.Add(ref next, kept.Length);
                Copy(newValue, ref next);
                next = ref Unsafe.Add(ref next, newValue.Length);
                read = position + oldLength;
            }

            Copy(text[read..], ref next);
        }

        // The framework's copy, with the few characters that there mostly are between matches copied where it would be called.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void Copy(ReadOnlySpan<char> source, ref char target)
        {
            ref readonly char start = ref MemoryMarshal.GetReference(source);
            int length = source.Length;
            // Both halves, which may overlap.
            if (Vector256.IsHardwareAccelerated && length is > 16 and <= 32)
                CopyEnds<Vector256<byte>>(in start, ref target, length - 16);
            else if (Vector128.IsHardwareAccelerated && length is >= 8 and <= 16)
                CopyEnds<Vector128<byte>>(in start, ref target, length - 8);
            else if (length is >= 4 and < 8)
                CopyEnds<ulong>(in start, ref target, length - 4);
            else if (length == 1)
                target = start;
            else
                source.CopyTo(MemoryMarshal.CreateSpan(ref target, length));
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void CopyEnds<TPart>(ref readonly char source, ref char target, int second)
            where TPart : struct
        {
            TPart first = Unsafe.ReadUnaligned<TPart>(in Unsafe.As<char, byte>(ref Unsafe.AsRef(in source)));
            TPart last = Unsafe.ReadUnaligned<TPart>(in Unsafe.As<char, byte>(ref Unsafe.Add(ref Unsafe.AsRef(in source), second)));
            Unsafe.WriteUnaligned(ref Unsafe.As<char, byte>(ref target), first);
            Unsafe.WriteUnaligned(ref Unsafe.As<char, byte>(ref Unsafe.Add(ref target, second)), last);
        }
    }
}
