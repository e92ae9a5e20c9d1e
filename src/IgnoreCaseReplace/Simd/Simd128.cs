using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace Bench.IgnoreCaseReplace;

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
    public static Vector128<ushort> MinOfBytes(Vector128<ushort> left, Vector128<ushort> right) =>
        Vector128.Min(left.AsByte(), right.AsByte()).AsUInt16();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ushort> MinOfTwos(Vector128<ushort> left, Vector128<ushort> right) =>
        Vector128.Min(left.AsUInt32(), right.AsUInt32()).AsUInt16();

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
