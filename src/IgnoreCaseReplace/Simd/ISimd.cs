using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace Bench.IgnoreCaseReplace;

/// <summary>
/// What the search needs of a vector of characters, so that it is written once for all widths. The framework has the same, hidden
/// (<c>ISimdVector</c>). All methods compile to one or a few instructions, and are marked to be inlined even where the compiler has seen
/// that code is seldom run: a call, even one that is never made, costs a loop around it the registers of its vectors.
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
    /// The characters of both as bytes. Four neighbours stay neighbours, from each place that is a multiple of four; the order of the fours
    /// is any. A character beyond 255 may become any byte.
    /// </summary>
    static abstract TVector Narrow(TVector first, TVector second);
}
