namespace Bench.MockResponses;

/// <summary>
/// Takes a request's body and forgets it. A content need not look at the token that it is given, many don't; here its next write fails
/// once the token is cancelled, as the next write to a connection does that has been closed.
/// </summary>
internal sealed class RequestSink : Stream
{
    private readonly CancellationToken _cancellation;

    private RequestSink(CancellationToken cancellation) => _cancellation = cancellation;

    public static Stream For(CancellationToken cancellation) => cancellation.CanBeCanceled ? new RequestSink(cancellation) : Null;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Write(byte[] buffer, int offset, int count) => _cancellation.ThrowIfCancellationRequested();

    public override void Write(ReadOnlySpan<byte> buffer) => _cancellation.ThrowIfCancellationRequested();

    public override void WriteByte(byte value) => _cancellation.ThrowIfCancellationRequested();

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
        => WriteAsync(default, cancellationToken).AsTask();

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        => _cancellation.IsCancellationRequested ? ValueTask.FromCanceled(_cancellation)
        : cancellationToken.IsCancellationRequested ? ValueTask.FromCanceled(cancellationToken)
        : ValueTask.CompletedTask;

    public override void Flush() => _cancellation.ThrowIfCancellationRequested();

    public override Task FlushAsync(CancellationToken cancellationToken) => WriteAsync(default, cancellationToken).AsTask();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
