using System.Buffers;
using System.Text;

namespace Bench.IgnoreCaseReplace.Tests;

/// <summary>Hands out little at a time, and something new each time; with a size of 0 it breaks its contract.</summary>
internal sealed class WriterOfPieces(int size) : IBufferWriter<char>
{
    private readonly StringBuilder _text = new();
    private char[] _piece = [];

    public void Advance(int count) => _text.Append(_piece.AsSpan(0, count));

    public Memory<char> GetMemory(int sizeHint = 0) => _piece = new char[size];

    public Span<char> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    public override string ToString() => _text.ToString();
}
