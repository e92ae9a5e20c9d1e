using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;

namespace Bench.Allocations.Sampling;

// The thread has the operating system's number. The stack has addresses of code, innermost first.
internal readonly record struct TraceEvent(string Provider, int Id, long Thread, long Time, ulong[] Stack, byte[] Payload);

/// <summary>
/// Reads a trace of the format NetTrace 4, which is described in microsoft/perfview, src/TraceEvent/EventPipe/EventPipeFormat.md.
/// </summary>
internal sealed class TraceReader
{
    private const byte NoObject = 1;
    private const byte EndObject = 6;

    private readonly Dictionary<int, (string Provider, int Id)> kinds = [];
    private readonly Dictionary<int, ulong[]> stacks = [];
    private readonly List<TraceEvent> events = [];
    private readonly Stream stream;
    private long position;

    private TraceReader(Stream stream) => this.stream = stream;

    public static IReadOnlyList<TraceEvent> Read(Stream stream)
    {
        var reader = new TraceReader(stream);
        // "Nettrace", and the name of the serializer with its length.
        reader.Bytes(8);
        reader.Bytes(reader.Int());
        while (reader.Bytes(1)[0] != NoObject)
            reader.ReadObject();
        return reader.events;
    }

    private void ReadObject()
    {
        // Two tags and two versions.
        Bytes(1 + 1 + 4 + 4);
        var type = Encoding.UTF8.GetString(Bytes(Int()));
        if (Bytes(1)[0] != EndObject)
            throw new InvalidDataException("The name of a type does not end.");
        if (type == "Trace")
        {
            // The time, its frequency, and what the machine is.
            Bytes(16 + 8 + 8 + (4 * 4));
        }
        else
        {
            var size = Int();
            Bytes((int)(-position & 3));
            ReadBlock(type, Bytes(size));
        }

        if (Bytes(1)[0] != EndObject)
            throw new InvalidDataException($"An object of the type {type} does not end.");
    }

    private void ReadBlock(string type, byte[] block)
    {
        switch (type)
        {
            case "MetadataBlock":
                ReadEvents(block, (_, payload) => AddKind(payload));
                break;
            case "EventBlock":
                ReadEvents(block, (header, payload) => AddEvent(header, payload));
                break;
            case "StackBlock":
                AddStacks(block);
                break;
        }
    }

    // The header of an event has only what differs from the event before.
    private static void ReadEvents(byte[] block, Action<EventHeader, byte[]> add)
    {
        var cursor = new Cursor(block) { Position = BinaryPrimitives.ReadInt16LittleEndian(block) };
        var header = new EventHeader();
        while (cursor.Position < block.Length)
        {
            header = header.Next(cursor);
            add(header, cursor.Bytes(header.Size));
        }
    }

    private void AddKind(byte[] payload)
    {
        var cursor = new Cursor(payload);
        var kind = cursor.Int();
        var provider = cursor.Text();
        kinds[kind] = (provider, cursor.Int());
    }

    private void AddEvent(EventHeader header, byte[] payload)
    {
        if (kinds.TryGetValue(header.Kind, out var kind))
            events.Add(new(kind.Provider, kind.Id, header.Thread, header.Time, stacks.GetValueOrDefault(header.Stack, []), payload));
    }

    private void AddStacks(byte[] block)
    {
        var cursor = new Cursor(block);
        var (first, count) = (cursor.Int(), cursor.Int());
        for (var stack = first; stack < first + count; stack++)
            stacks[stack] = MemoryMarshal.Cast<byte, ulong>(cursor.Bytes(cursor.Int())).ToArray();
    }

    private int Int() => BinaryPrimitives.ReadInt32LittleEndian(Bytes(4));

    private byte[] Bytes(int count)
    {
        var bytes = new byte[count];
        stream.ReadExactly(bytes);
        position += count;
        return bytes;
    }

    private readonly record struct EventHeader(int Kind, long CaptureThread, long Thread, int Stack, long Time, int Size)
    {
        public EventHeader Next(Cursor cursor)
        {
            var flags = cursor.Bytes(1)[0];
            var next = this;
            if ((flags & 1) != 0)
                next = next with { Kind = (int)cursor.Number() };
            if ((flags & 2) != 0)
            {
                cursor.Number();
                next = next with { CaptureThread = cursor.Number() };
                cursor.Number();
            }

            if ((flags & 4) != 0)
                next = next with { Thread = cursor.Number() };
            if ((flags & 8) != 0)
                next = next with { Stack = (int)cursor.Number() };
            next = next with { Time = next.Time + cursor.Number() };
            // Two kinds of activities.
            cursor.Bytes(((flags & 16) != 0 ? 16 : 0) + ((flags & 32) != 0 ? 16 : 0));
            return (flags & 128) != 0 ? next with { Size = (int)cursor.Number() } : next;
        }
    }
}
