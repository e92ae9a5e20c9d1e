using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Bench.Allocations.Sampling;

/// <summary>Reads the fields of an event one after the other.</summary>
internal sealed class Cursor(byte[] data)
{
    public int Position { get; set; }

    public int Int() => BinaryPrimitives.ReadInt32LittleEndian(Bytes(4));

    public ulong Address() => BinaryPrimitives.ReadUInt64LittleEndian(Bytes(8));

    /// <summary>Seven bits per byte, the lowest first.</summary>
    public long Number()
    {
        var number = 0L;
        for (var shift = 0; ; shift += 7)
        {
            var part = data[Position++];
            number |= (long)(part & 127) << shift;
            if (part < 128)
                return number;
        }
    }

    /// <summary>UTF-16 up to a character 0.</summary>
    public string Text()
    {
        var rest = MemoryMarshal.Cast<byte, char>(data.AsSpan(Position));
        var text = rest[..rest.IndexOf('\0')].ToString();
        Position += sizeof(char) * (text.Length + 1);
        return text;
    }

    public byte[] Bytes(int count)
    {
        Position += count;
        return data[(Position - count)..Position];
    }
}
