using System.Buffers;
using System.Text;

namespace Bench.IgnoreCaseReplace.Tests;

/// <summary>Hands out a small new buffer each time. With a size of 0 it breaks its contract.</summary>
internal sealed class WriterOfPieces(int size) : IBufferWriter<char>
{
    private readonly StringBuilder text = new();
    private char[] piece = [];

    public void Advance(int count) => text.Append(piece.AsSpan(0, count));

    public Memory<char> GetMemory(int sizeHint = 0) => piece = new char[size];

    public Span<char> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    public override string ToString() => text.ToString();
}
