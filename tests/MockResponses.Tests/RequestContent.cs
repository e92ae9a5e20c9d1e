using System.Net;

namespace Bench.MockResponses.Tests;

/// <summary>A request body of chunks that counts the bytes read, and may run code before each chunk.</summary>
internal sealed class RequestContent(int chunks, Func<int, Task>? before = null) : HttpContent
{
    public const int ChunkSize = 1_000;

    public int BytesRead { get; private set; }

    // Ignores the token, as most contents do.
    protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context)
    {
        byte[] chunk = new byte[ChunkSize];
        for (int i = 0; i < chunks; i++)
        {
            await (before?.Invoke(i) ?? Task.CompletedTask);
            await stream.WriteAsync(chunk);
            BytesRead += chunk.Length;
        }
    }

    protected override void SerializeToStream(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        byte[] chunk = new byte[ChunkSize];
        for (int i = 0; i < chunks; i++)
        {
            before?.Invoke(i).GetAwaiter().GetResult();
            stream.Write(chunk);
            BytesRead += chunk.Length;
        }
    }

    protected override bool TryComputeLength(out long length)
    {
        length = 0;
        return false;
    }
}

/// <summary>A request body that throws synchronously, before it has written anything or returned a task.</summary>
internal sealed class FailingContent(Exception failure) : HttpContent
{
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) => throw failure;

    protected override void SerializeToStream(Stream stream, TransportContext? context, CancellationToken cancellationToken) =>
        throw failure;

    protected override bool TryComputeLength(out long length)
    {
        length = 0;
        return false;
    }
}
