using System.Buffers.Binary;
using System.IO.Pipes;
using System.Net.Sockets;
using System.Text;

namespace Bench.Allocations.Sampling;

/// <summary>
/// Event tracing of this process through the runtime's diagnostic port, as profilers use it. In contrast to an event listener, it has
/// the stack of each event. The protocol is described in dotnet/diagnostics, documentation/design-docs/ipc-protocol.md.
/// </summary>
internal static class DiagnosticPort
{
    private const byte EventPipe = 2;
    private const byte StopTracing = 1;
    private const byte CollectTracing2 = 3;
    private const int HeaderSize = 20;
    private const int BufferMegabytes = 64;
    private const int NetTrace = 1;

    // In ms. An answer takes less than one.
    private const int Limit = 10_000;

    private static readonly byte[] Magic = [.. "DOTNET_IPC_V1\0"u8];

    /// <param name="providers">Each with its keywords and its level.</param>
    /// <returns>The trace, which ends some time after <see cref="Stop"/>, and the session's number.</returns>
    public static (Stream Trace, long Session) Start(params (string Name, long Keywords, int Level)[] providers)
    {
        using var payload = new MemoryStream();
        using var writer = new BinaryWriter(payload);
        writer.Write(BufferMegabytes);
        writer.Write(NetTrace);
        // The names of all methods, at the end.
        writer.Write(true);
        writer.Write(providers.Length);
        foreach (var (name, keywords, level) in providers)
        {
            writer.Write(keywords);
            writer.Write(level);
            WriteText(writer, name);
            // No filter.
            writer.Write(0);
        }

        var stream = Connect();
        try
        {
            return (stream, Send(stream, CollectTracing2, payload.ToArray()));
        }
        catch
        {
            stream.Dispose();
            throw;
        }
    }

    public static void Stop(long session)
    {
        using var stream = Connect();
        Send(stream, StopTracing, BitConverter.GetBytes(session));
    }

    private static Stream Connect()
    {
        if (OperatingSystem.IsWindows())
        {
            var pipe = new NamedPipeClientStream(".", $"dotnet-diagnostic-{Environment.ProcessId}", PipeDirection.InOut);
            pipe.Connect(Limit);
            return pipe;
        }

        // A process with the same number that has crashed may have left another one.
        var file = new DirectoryInfo(Path.GetTempPath())
            .EnumerateFiles($"dotnet-diagnostic-{Environment.ProcessId}-*-socket")
            .OrderBy(socket => socket.LastWriteTimeUtc)
            .Last();
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified) { ReceiveTimeout = Limit };
        socket.Connect(new UnixDomainSocketEndPoint(file.FullName));
        return new NetworkStream(socket, ownsSocket: true);
    }

    // Each answer that is not an error is a session's number.
    private static long Send(Stream stream, byte command, byte[] payload)
    {
        var message = new byte[HeaderSize + payload.Length];
        Magic.CopyTo(message, 0);
        BinaryPrimitives.WriteUInt16LittleEndian(message.AsSpan(Magic.Length), (ushort)message.Length);
        message[16] = EventPipe;
        message[17] = command;
        payload.CopyTo(message, HeaderSize);
        stream.Write(message);

        var answer = new byte[HeaderSize + sizeof(long)];
        stream.ReadExactly(answer.AsSpan(0, HeaderSize));
        if (answer[17] != 0)
            throw new IOException("The runtime refuses to trace.");
        stream.ReadExactly(answer.AsSpan(HeaderSize));
        return BitConverter.ToInt64(answer, HeaderSize);
    }

    private static void WriteText(BinaryWriter writer, string text)
    {
        writer.Write(text.Length + 1);
        writer.Write(Encoding.Unicode.GetBytes(text + '\0'));
    }
}
