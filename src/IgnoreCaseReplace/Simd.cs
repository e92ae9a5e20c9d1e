using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace Bench.IgnoreCaseReplace;

/// <summary>
/// What the search needs of a vector of characters, so that it is written once for all widths. The framework has the same, hidden
/// (<c>ISimdVector</c>). All methods compile to one or a few instructions, and are marked to be inlined even where the compiler has seen that code is seldom
/// run: a call, even one that is never made, costs a loop around it the registers of its vectors.
/// </summary>
/// <typeparam name="TVector">The framework's vector of 16-bit numbers.</typeparam>
internal interface ISimd<TVector>
    where TVector : struct
{
    /// <summary>Whether the hardware has it; known when the code is compiled, so that the other ways are left out.</summary>
    static abstract bool IsSupported { get; }

    /// <summary>Characters in a vector: 8, 16 or 32.</summary>
    static abstract int Count { get; }

    static abstract TVector Load(ref readonly char text, nint offset);

    static abstract TVector Create(ushort value);

    /// <summary>The lower half first, as often as a vector has two characters.</summary>
    static abstract TVector CreateTwos(uint value);

    static abstract TVector Or(TVector left, TVector right);

    static abstract TVector Xor(TVector left, TVector right);

    static abstract TVector Min(TVector left, TVector right);

    static abstract TVector MinOfBytes(TVector left, TVector right);

    /// <summary>Of every two characters taken as one number.</summary>
    static abstract TVector MinOfTwos(TVector left, TVector right);

    /// <summary>One bit for each character, the first lowest: set where it is zero.</summary>
    static abstract ulong Zeros(TVector value);

    static abstract bool AnyZero(TVector value);

    static abstract bool AnyZeroByte(TVector value);

    /// <summary>Whether two characters are zero that stand at an even place.</summary>
    static abstract bool AnyZeroTwo(TVector value);

    /// <summary>
    /// The characters of both as bytes. Four neighbours stay neighbours, from each place that is a multiple of four; the order of the fours is any. A character beyond 255 may
    /// become any byte.
    /// </summary>
    static abstract TVector Narrow(TVector first, TVector second);
}

internal readonly struct Simd512 : ISimd<Vector512<ushort>>
{
    public static bool IsSupported => Vector512.IsHardwareAccelerated && Avx512BW.IsSupported;

    public static int Count => Vector512<ushort>.Count;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ushort> Load(ref readonly char text, nint offset) =>
        Vector512.LoadUnsafe(in Unsafe.As<char, ushort>(ref Unsafe.AsRef(in text)), (nuint)offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ushort> Create(ushort value) => Vector512.Create(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ushort> CreateTwos(uint value) => Vector512.Create(value).AsUInt16();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ushort> Or(Vector512<ushort> left, Vector512<ushort> right) => left | right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ushort> Xor(Vector512<ushort> left, Vector512<ushort> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ushort> Min(Vector512<ushort> left, Vector512<ushort> right) => Vector512.Min(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ushort> MinOfBytes(Vector512<ushort> left, Vector512<ushort> right) => Vector512.Min(left.AsByte(), right.AsByte()).AsUInt16();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ushort> MinOfTwos(Vector512<ushort> left, Vector512<ushort> right) => Vector512.Min(left.AsUInt32(), right.AsUInt32()).AsUInt16();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Zeros(Vector512<ushort> value) => Vector512.Equals(value, Vector512<ushort>.Zero).ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AnyZero(Vector512<ushort> value) => Vector512.EqualsAny(value, Vector512<ushort>.Zero);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AnyZeroByte(Vector512<ushort> value) => Vector512.EqualsAny(value.AsByte(), Vector512<byte>.Zero);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AnyZeroTwo(Vector512<ushort> value) => Vector512.EqualsAny(value.AsUInt32(), Vector512<uint>.Zero);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ushort> Narrow(Vector512<ushort> first, Vector512<ushort> second) =>
        Avx512BW.PackUnsignedSaturate(first.AsInt16(), second.AsInt16()).AsUInt16();
}

internal readonly struct Simd256 : ISimd<Vector256<ushort>>
{
    public static bool IsSupported => Vector256.IsHardwareAccelerated && Avx2.IsSupported;

    public static int Count => Vector256<ushort>.Count;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ushort> Load(ref readonly char text, nint offset) =>
        Vector256.LoadUnsafe(in Unsafe.As<char, ushort>(ref Unsafe.AsRef(in text)), (nuint)offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ushort> Create(ushort value) => Vector256.Create(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ushort> CreateTwos(uint value) => Vector256.Create(value).AsUInt16();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ushort> Or(Vector256<ushort> left, Vector256<ushort> right) => left | right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ushort> Xor(Vector256<ushort> left, Vector256<ushort> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ushort> Min(Vector256<ushort> left, Vector256<ushort> right) => Vector256.Min(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ushort> MinOfBytes(Vector256<ushort> left, Vector256<ushort> right) => Vector256.Min(left.AsByte(), right.AsByte()).AsUInt16();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ushort> MinOfTwos(Vector256<ushort> left, Vector256<ushort> right) => Vector256.Min(left.AsUInt32(), right.AsUInt32()).AsUInt16();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Zeros(Vector256<ushort> value) => Vector256.Equals(value, Vector256<ushort>.Zero).ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AnyZero(Vector256<ushort> value) => Vector256.EqualsAny(value, Vector256<ushort>.Zero);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AnyZeroByte(Vector256<ushort> value) => Vector256.EqualsAny(value.AsByte(), Vector256<byte>.Zero);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AnyZeroTwo(Vector256<ushort> value) => Vector256.EqualsAny(value.AsUInt32(), Vector256<uint>.Zero);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ushort> Narrow(Vector256<ushort> first, Vector256<ushort> second) =>
        Avx2.PackUnsignedSaturate(first.AsInt16(), second.AsInt16()).AsUInt16();
}

internal readonly struct Simd128 : ISimd<Vector128<ushort>>
{
    public static bool IsSupported => Vector128.IsHardwareAccelerated;

    public static int Count => Vector128<ushort>.Count;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ushort> Load(ref readonly char text, nint offset) =>
        Vector128.LoadUnsafe(in Unsafe.As<char, ushort>(ref Unsafe.AsRef(in text)), (nuint)offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ushort> Create(ushort value) => Vector128.Create(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ushort> CreateTwos(uint value) => Vector128.Create(value).AsUInt16();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ushort> Or(Vector128<ushort> left, Vector128<ushort> right) => left | right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ushort> Xor(Vector128<ushort> left, Vector128<ushort> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ushort> Min(Vector128<ushort> left, Vector128<ushort> right) => Vector128.Min(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ushort> MinOfBytes(Vector128<ushort> left, Vector128<ushort> right) => Vector128.Min(left.AsByte(), right.AsByte()).AsUInt16();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ushort> MinOfTwos(Vector128<ushort> left, Vector128<ushort> right) => Vector128.Min(left.AsUInt32(), right.AsUInt32()).AsUInt16();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Zeros(Vector128<ushort> value) => Vector128.Equals(value, Vector128<ushort>.Zero).ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AnyZero(Vector128<ushort> value) => Vector128.EqualsAny(value, Vector128<ushort>.Zero);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AnyZeroByte(Vector128<ushort> value) => Vector128.EqualsAny(value.AsByte(), Vector128<byte>.Zero);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AnyZeroTwo(Vector128<ushort> value) => Vector128.EqualsAny(value.AsUInt32(), Vector128<uint>.Zero);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ushort> Narrow(Vector128<ushort> first, Vector128<ushort> second) =>
        Sse2.IsSupported ? Sse2.PackUnsignedSaturate(first.AsInt16(), second.AsInt16()).AsUInt16()
        : AdvSimd.Arm64.IsSupported ? AdvSimd.Arm64.UnzipEven(first.AsByte(), second.AsByte()).AsUInt16()
        : Vector128.Narrow(first, second).AsUInt16();
}
