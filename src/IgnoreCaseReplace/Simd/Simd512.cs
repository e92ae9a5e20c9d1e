using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace Bench.IgnoreCaseReplace;

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
    public static Vector512<ushort> MinOfBytes(Vector512<ushort> left, Vector512<ushort> right) =>
        Vector512.Min(left.AsByte(), right.AsByte()).AsUInt16();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ushort> MinOfTwos(Vector512<ushort> left, Vector512<ushort> right) =>
        Vector512.Min(left.AsUInt32(), right.AsUInt32()).AsUInt16();

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
