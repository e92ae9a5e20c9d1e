using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Bench.IgnoreCaseReplace;

/// <summary>Takes matches, from left to right, none of which overlap.</summary>
internal interface IMatches
{
    /// <returns>Whether to go on.</returns>
    bool Add(int position);
}

/// <summary>
/// Finds matches. The two anchors of a pattern are compared at all positions of a vector at once; what is left of the mask is checked
/// in order, and kept while matches are handed on, so that a match costs no new beginning. Positions of a block that the pattern can't
/// be at are passed over by one look at bytes, at aligned addresses.
/// </summary>
internal static class Scan
{
    /// <summary>So many masks are made at once where matches are.</summary>
    private const int MaxMasks = 16;

    /// <summary>A stop at a pair that is no match takes as long as looking at so many vectors for fours instead of pairs.</summary>
    private const int StopCost = 12;

    /// <summary>
    /// Pairs are looked for until their stops have cost more than so many vectors: six of them, or more where vectors without a stop lie
    /// between. From there on fours are, to the end of the text.
    /// </summary>
    private const int MaxDebt = 60;

    /// <summary>Hands on the matches from a position on.</summary>
    /// <param name="text">The text.</param>
    /// <param name="pattern">The pattern.</param>
    /// <param name="from">The first position a match may have.</param>
    /// <param name="matches">What takes them.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TMatches>(ReadOnlySpan<char> text, scoped in Pattern pattern, int from, scoped ref TMatches matches)
        where TMatches : struct, IMatches, allows ref struct
    {
        int positions = text.Length - pattern.Value.Length + 1;
        if (from >= positions)
            return;
        if (pattern.Shape.Kind == SearchKind.Framework)
            RunFramework(text, pattern, from, ref matches);
        else if (Simd512.IsSupported && positions >= Simd512.Count)
            Run<Vector512<ushort>, Simd512, TMatches>(text, pattern, from, ref matches);
        else if (Simd256.IsSupported && positions >= Simd256.Count)
            Run<Vector256<ushort>, Simd256, TMatches>(text, pattern, from, ref matches);
        else if (Simd128.IsSupported && positions >= Simd128.Count)
            Run<Vector128<ushort>, Simd128, TMatches>(text, pattern, from, ref matches);
        else
            RunScalar(text, pattern, from, ref matches);
    }

    /// <summary>The same with vectors of one width; there must be as many positions as a vector has characters.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TVector, TSimd, TMatches>(
        ReadOnlySpan<char> text,
        scoped in Pattern pattern,
        int from,
        scoped ref TMatches matches
    )
        where TVector : struct
        where TSimd : struct, ISimd<TVector>
        where TMatches : struct, IMatches, allows ref struct
    {
        switch (pattern.Shape.Kind)
        {
            case SearchKind.Pairs:
                Run<TVector, TSimd, Folded<TVector, TSimd>, PairFilter<TVector, TSimd>, TMatches>(text, pattern, from, ref matches);
                break;
            case SearchKind.OneCharacter:
                Run<TVector, TSimd, Folded<TVector, TSimd>, OneFilter<TVector, TSimd>, TMatches>(text, pattern, from, ref matches);
                break;
            case SearchKind.TwoCharacters:
                Run<TVector, TSimd, Folded<TVector, TSimd>, AnchorFilter<TVector, TSimd, Folded<TVector, TSimd>>, TMatches>(
                    text,
                    pattern,
                    from,
                    ref matches
                );
                break;
            default:
                Run<TVector, TSimd, AnyOfFour<TVector, TSimd>, AnchorFilter<TVector, TSimd, AnyOfFour<TVector, TSimd>>, TMatches>(
                    text,
                    pattern,
                    from,
                    ref matches
                );
                break;
        }
    }

    /// <summary>The same, one position after the other.</summary>
    public static void RunScalar<TMatches>(ReadOnlySpan<char> text, scoped in Pattern pattern, int from, scoped ref TMatches matches)
        where TMatches : struct, IMatches, allows ref struct
    {
        ref readonly char start = ref MemoryMarshal.GetReference(text);
        int positions = text.Length - pattern.Value.Length + 1;
        for (int i = from; i < positions; i++)
        {
            if (!pattern.IsAt(in Unsafe.Add(ref Unsafe.AsRef(in start), i)))
                continue;
            if (!matches.Add(i))
                return;
            i += pattern.Value.Length - 1;
        }
    }

    private static void RunFramework<TMatches>(ReadOnlySpan<char> text, scoped in Pattern pattern, int from, scoped ref TMatches matches)
        where TMatches : struct, IMatches, allows ref struct
    {
        for (int i = from; ;)
        {
            int distance = text[i..].IndexOf(pattern.Value, StringComparison.OrdinalIgnoreCase);
            if (distance < 0 || !matches.Add(i + distance))
                return;
            i += distance + pattern.Value.Length;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Run<TVector, TSimd, TComparison, TFilter, TMatches>(
        ReadOnlySpan<char> span,
        scoped in Pattern pattern,
        int from,
        scoped ref TMatches matches
    )
        where TVector : struct
        where TSimd : struct, ISimd<TVector>
        where TComparison : struct, IComparison<TVector, TComparison>
        where TFilter : struct, IFilter<TVector, TFilter>
        where TMatches : struct, IMatches, allows ref struct
    {
        nint count = TSimd.Count;
        nint positions = span.Length - pattern.Value.Length + 1;
        ref readonly char text = ref MemoryMarshal.GetReference(span);
        // Positions below are done with, or inside a match.
        nint next = from;
        nint i = from;
        if (
            positions - i >= 4 * count
            && !RunLong<TVector, TSimd, TComparison, TFilter, TMatches>(in text, positions, pattern, default, ref i, ref next, ref matches)
        )
            return;

        var anchors = new Anchors<TVector, TSimd, TComparison>(in pattern.Shape);
        for (; i <= positions - count; i += count)
        {
            ulong mask = anchors.Find(in text, i);
            if (mask != 0 && !Hand(mask, i, in text, pattern, ref next, ref matches))
                return;
        }

        if (i < positions)
        {
            // The last vector overlaps the one before, so that nothing is read beyond the text.
            next = Math.Max(next, i);
            i = positions - count;
            ulong mask = anchors.Find(in text, i);
            if (mask != 0)
                Hand(mask, i, in text, pattern, ref next, ref matches);
        }
    }

    // All but the end of a text that is longer than a few vectors. Apart, because a short text needs none of it. Where pairs are
    // everywhere, as those of common letters are in prose, by fours from there on.
    private static bool RunLong<TVector, TSimd, TComparison, TFilter, TMatches>(
        ref readonly char text,
        nint positions,
        scoped in Pattern pattern,
        scoped in NeighbourQuads quads,
        scoped ref nint start,
        scoped ref nint next,
        scoped ref TMatches matches
    )
        where TVector : struct
        where TSimd : struct, ISimd<TVector>
        where TComparison : struct, IComparison<TVector, TComparison>
        where TFilter : struct, IFilter<TVector, TFilter>
        where TMatches : struct, IMatches, allows ref struct
    {
        nint last = positions - (2 * TSimd.Count);
        nint debt = TFilter.IsCoarse && pattern.Shape.ArePairsCommon ? (MaxDebt + 1) * TSimd.Count : 0;
        while (start <= last)
        {
            if (TFilter.IsCoarse && debt > MaxDebt * TSimd.Count)
            {
                if (pattern.Shape.IsFolded)
                {
                    pattern.FindQuads(out NeighbourQuads found);
                    return RunLong<TVector, TSimd, TComparison, QuadFilter<TVector, TSimd>, TMatches>(
                        in text,
                        positions,
                        pattern,
                        in found,
                        ref start,
                        ref next,
                        ref matches
                    );
                }

                debt = 0;
            }

            start = Skip<TVector, TSimd, TComparison, TFilter>(in text, start, last, in pattern.Shape, in quads, ref debt, out ulong mask);
            if (mask == 0)
                continue;
            nint done = next;
            if (!HandAll<TVector, TSimd, TComparison, TMatches>(mask, last, in text, pattern, ref start, ref next, ref matches))
                return false;
            if (TFilter.IsCoarse && next == done)
                debt += StopCost * TSimd.Count;
        }

        return true;
    }

    // To the first two vectors with anchors in them, or behind the last two. Two vectors as they stand, and from then on four at a time
    // from the last address before their end at which no vector crosses a cache line. Apart from what is done with matches, because that
    // calls other methods, and the vectors of a loop with a call in it are loaded anew each time.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static nint Skip<TVector, TSimd, TComparison, TFilter>(
        ref readonly char text,
        nint i,
        nint last,
        in PatternShape shape,
        in NeighbourQuads quads,
        ref nint debt,
        out ulong mask
    )
        where TVector : struct
        where TSimd : struct, ISimd<TVector>
        where TComparison : struct, IComparison<TVector, TComparison>
        where TFilter : struct, IFilter<TVector, TFilter>
    {
        nint two = 2 * TSimd.Count;
        var anchors = new Anchors<TVector, TSimd, TComparison>(in shape);
        TFilter filter = TFilter.Create(in shape, in quads);
        nint lead = filter.Lead;
        if (!TFilter.IsFine || i > last - two || TFilter.IsAnyZero(filter.Distance(in text, i + lead)))
        {
            mask = filter.Refine(anchors.FindTwo(in text, i), in text, i);
            if (mask != 0)
                return i;
        }

        mask = 0;
        i += two;
        i -= Misalignment(in text, i + lead, TSimd.Count);
        nint before = i;
        for (; i <= last - two; i += 2 * two)
        {
            if (!TFilter.IsAnyZero(TFilter.Nearer(filter.Distance(in text, i + lead), filter.Distance(in text, i + lead + two))))
                continue;
            mask = filter.Refine(anchors.FindTwo(in text, i), in text, i);
            if (mask != 0)
                return i;
            mask = filter.Refine(anchors.FindTwo(in text, i + two), in text, i + two);
            if (mask != 0)
                return i + two;
            if (TFilter.IsCoarse)
            {
                debt = Math.Max(debt - (i - before), 0) + (StopCost * TSimd.Count);
                before = i;
                if (debt > MaxDebt * TSimd.Count)
                    return i + (2 * two);
            }
        }

        if (i > last)
            return i;
        mask = filter.Refine(anchors.FindTwo(in text, i), in text, i);
        return mask != 0 ? i : i + two;
    }

    // Where matches are, more are to be expected: two vectors after the other without a look before, more of them as long as there are
    // anchors in them.
    [SkipLocalsInit]
    private static bool HandAll<TVector, TSimd, TComparison, TMatches>(
        ulong mask,
        nint last,
        ref readonly char text,
        scoped in Pattern pattern,
        scoped ref nint start,
        scoped ref nint next,
        scoped ref TMatches matches
    )
        where TVector : struct
        where TSimd : struct, ISimd<TVector>
        where TComparison : struct, IComparison<TVector, TComparison>
        where TMatches : struct, IMatches, allows ref struct
    {
        nint two = 2 * TSimd.Count;
        Span<ulong> masks = stackalloc ulong[MaxMasks];
        masks[0] = mask;
        int count = 1;
        for (int max = 1; ; max = Math.Min(2 * max, MaxMasks))
        {
            nint done = next;
            if (!Hand(masks[..count], start, two, in text, pattern, ref next, ref matches))
                return false;
            start += count * two;
            if (start > last || next == done)
                return true;
            count = (int)Math.Min(((last - start) / two) + 1, max);
            if (!FindAll<TVector, TSimd, TComparison>(in text, start, in pattern.Shape, masks[..count]))
                break;
        }

        // They were looked at in vain.
        start += count * two;
        return true;
    }

    // Two vectors for each mask. Apart from what is done with them, for the same reason as Skip.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool FindAll<TVector, TSimd, TComparison>(ref readonly char text, nint at, in PatternShape shape, Span<ulong> masks)
        where TVector : struct
        where TSimd : struct, ISimd<TVector>
        where TComparison : struct, IComparison<TVector, TComparison>
    {
        var anchors = new Anchors<TVector, TSimd, TComparison>(in shape);
        ulong any = 0;
        for (int i = 0; i < masks.Length; i++)
        {
            ulong mask = anchors.FindTwo(in text, at + (i * 2 * TSimd.Count));
            masks[i] = mask;
            any |= mask;
        }

        return any != 0;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool Hand<TMatches>(
        scoped ReadOnlySpan<ulong> masks,
        nint at,
        nint stride,
        ref readonly char text,
        scoped in Pattern pattern,
        scoped ref nint next,
        scoped ref TMatches matches
    )
        where TMatches : struct, IMatches, allows ref struct
    {
        nint done = next;
        if (!pattern.AreWords)
        {
            foreach (ulong mask in masks)
            {
                if (!Hand(mask, at, in text, pattern, ref done, ref matches))
                    return false;
                at += stride;
            }

            next = done;
            return true;
        }

        // The same with all that is compared in registers.
        PatternWords words = pattern.Words;
        foreach (ulong mask in masks)
        {
            for (ulong rest = mask; rest != 0; rest &= rest - 1)
            {
                nint position = at + BitOperations.TrailingZeroCount(rest);
                if (position < done || !words.AreAt(in Unsafe.Add(ref Unsafe.AsRef(in text), position)))
                    continue;
                if (!matches.Add((int)position))
                    return false;
                done = position + words.Length;
            }

            at += stride;
        }

        next = done;
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Hand<TMatches>(
        ulong mask,
        nint at,
        ref readonly char text,
        scoped in Pattern pattern,
        ref nint next,
        scoped ref TMatches matches
    )
        where TMatches : struct, IMatches, allows ref struct
    {
        for (; mask != 0; mask &= mask - 1)
        {
            nint position = at + BitOperations.TrailingZeroCount(mask);
            if (position < next || !(pattern.Shape.AreAnchorsAll || pattern.IsAt(in Unsafe.Add(ref Unsafe.AsRef(in text), position))))
                continue;
            if (!matches.Add((int)position))
                return false;
            next = position + pattern.Value.Length;
        }

        return true;
    }

    // How many characters this place lies behind an address that is a multiple of the vector's size. A collection may move the text:
    // slower, not wrong.
    private static unsafe nint Misalignment(ref readonly char text, nint offset, nint count) =>
        ((nint)Unsafe.AsPointer(ref Unsafe.Add(ref Unsafe.AsRef(in text), offset)) / sizeof(char)) & (count - 1);
}
