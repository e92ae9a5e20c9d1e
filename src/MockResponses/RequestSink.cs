namespace Bench.MockResponses;

/// <summary>
/// Takes a request's body and forgets it. A content need not look at the token that it is given, many don't; here its next write fails
/// once the token is cancelled, as the next write to a connection does that has been closed.
/// </summary>
internal sealed class RequestSink : Stream
{
    private readonly CancellationToken cancellation;
    private readonly MemoryStream? kept;

    private RequestSink(CancellationToken cancellationToken, MemoryStream? kept)
    {
        cancellation = cancellationToken;
        this.kept = kept;
    }

    /// <param name="cancellationToken">What it heeds.</param>
    /// <param name="kept">Where what it takes is kept; null for nowhere.</param>
    public static Stream For(CancellationToken cancellationToken, MemoryStream? kept) =>
        cancellationToken.CanBeCanceled || kept is not null ? new RequestSink(cancellationToken, kept) : Null;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        cancellation.ThrowIfCancellationRequested();
        kept?.Write(buffer);
    }

    public override void WriteByte(byte value) => Write([value]);

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (cancellation.IsCancellationRequested)
            return ValueTask.FromCanceled(cancellation);
        if (cancellationToken.IsCancellationRequested)
            return ValueTask.FromCanceled(cancellationToken);

        kept?.Write(buffer.Span);
        return ValueTask.CompletedTask;
    }

    public override void Flush() => cancellation.ThrowIfCancellationRequested();

    public override Task FlushAsync(CancellationToken cancellationToken) =>
        WriteAsync(ReadOnlyMemory<byte>.Empty, cancellationToken).AsTask();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
