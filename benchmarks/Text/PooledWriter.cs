using System.Buffers;

namespace Benchmarks.Text;

/// <summary>Puts a text together in a buffer of the shared pool.</summary>
internal ref struct PooledWriter(int capacity)
{
    private char[] buffer = ArrayPool<char>.Shared.Rent(capacity);
    private int written;

    public void Write(ReadOnlySpan<char> text)
    {
        if (text.Length > buffer.Length - written)
            Grow(text.Length);
        text.CopyTo(buffer.AsSpan(written));
        written += text.Length;
    }

    public readonly void Return() => ArrayPool<char>.Shared.Return(buffer);

    public override readonly string ToString() => new(buffer, 0, written);

    private void Grow(int needed)
    {
        var larger = ArrayPool<char>.Shared.Rent(Math.Max(buffer.Length * 2, written + needed));
        buffer.AsSpan(0, written).CopyTo(larger);
        ArrayPool<char>.Shared.Return(buffer);
        buffer = larger;
    }
}
