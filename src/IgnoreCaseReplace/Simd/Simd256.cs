using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace Bench.IgnoreCaseReplace;

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
    public static Vector256<ushort> MinOfBytes(Vector256<ushort> left, Vector256<ushort> right) =>
        Vector256.Min(left.AsByte(), right.AsByte()).AsUInt16();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ushort> MinOfTwos(Vector256<ushort> left, Vector256<ushort> right) =>
        Vector256.Min(left.AsUInt32(), right.AsUInt32()).AsUInt16();

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
