using static Bench.MockResponses.Tests.MockClient;

namespace Bench.MockResponses.Tests;

public sealed class CancellationTests
{
    private static HttpMessageInvoker Invoker() =>
        new MockResponseHandler().MapGet("/", MockResponse.Text("got")).MapPost("/", MockResponse.Text("posted")).Invoker();

    [Fact]
    public async Task Before_the_request()
    {
        using HttpMessageInvoker invoker = Invoker();
        var cancelled = new CancellationToken(canceled: true);
        var content = new RequestContent(1);

        foreach (HttpRequestMessage request in new[] { Request(HttpMethod.Get, "/"), Request(HttpMethod.Post, "/", content) })
        {
            Task<HttpResponseMessage> task = invoker.SendAsync(request, cancelled);
            Assert.True(task.IsCanceled);
            var failure = await Assert.ThrowsAnyAsync<OperationCanceledException>(() => task);
            Assert.Equal(cancelled, failure.CancellationToken);
            Assert.ThrowsAny<OperationCanceledException>(() => invoker.Send(request, cancelled));
        }

        Assert.Equal(0, content.BytesRead);
    }

    [Fact]
    public async Task While_the_body_is_read_though_the_content_ignores_the_token()
    {
        using HttpMessageInvoker invoker = Invoker();
        foreach (bool async in new[] { true, false })
        {
            using var cancellation = new CancellationTokenSource();
            var content = new RequestContent(int.MaxValue, i => i == 2 ? cancellation.CancelAsync() : Task.CompletedTask);
            HttpRequestMessage request = Request(HttpMethod.Post, "/", content);

            var failure = async
                ? await Assert.ThrowsAnyAsync<OperationCanceledException>(() => invoker.SendAsync(request, cancellation.Token))
                : Assert.ThrowsAny<OperationCanceledException>(() => invoker.Send(request, cancellation.Token));
            Assert.Equal(cancellation.Token, failure.CancellationToken);
            Assert.Equal(2 * RequestContent.ChunkSize, content.BytesRead);
        }
    }

    [Fact]
    public async Task While_the_body_waits_for_more()
    {
        using HttpMessageInvoker invoker = Invoker();
        using var cancellation = new CancellationTokenSource();
        using var content = new StreamContent(new EndlessWait());

        Task<HttpResponseMessage> task = invoker.SendAsync(Request(HttpMethod.Post, "/", content), cancellation.Token);
        Assert.False(task.IsCompleted);
        await cancellation.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => task.WaitAsync(TimeSpan.FromSeconds(30), Cancel));
        Assert.True(task.IsCanceled);
    }

    [Fact]
    public async Task During_the_last_write_still_cancels()
    {
        using HttpMessageInvoker invoker = Invoker();
        foreach (bool async in new[] { true, false })
        {
            using var cancellation = new CancellationTokenSource();
            using var content = new CancellingContent(cancellation);
            HttpRequestMessage request = Request(HttpMethod.Post, "/", content);

            _ = async
                ? await Assert.ThrowsAnyAsync<OperationCanceledException>(() => invoker.SendAsync(request, cancellation.Token))
                : Assert.ThrowsAny<OperationCanceledException>(() => invoker.Send(request, cancellation.Token));
        }
    }

    [Fact]
    public async Task Of_one_request_leaves_the_next_alone()
    {
        using HttpMessageInvoker invoker = Invoker();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() =>
            invoker.SendAsync(Request(HttpMethod.Get, "/"), new CancellationToken(canceled: true))
        );
        using HttpResponseMessage response = await invoker.SendAsync(Request(HttpMethod.Get, "/"), Cancel);
        Assert.Equal("got", response.Body());
    }

    private sealed class EndlessWait : MemoryStream
    {
        public override async Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken) =>
            await Task.Delay(Timeout.Infinite, cancellationToken);
    }

    private sealed class CancellingContent(CancellationTokenSource cancellation) : HttpContent
    {
        protected override Task SerializeToStreamAsync(Stream stream, System.Net.TransportContext? context) => cancellation.CancelAsync();

        protected override void SerializeToStream(
            Stream stream,
            System.Net.TransportContext? context,
            CancellationToken cancellationToken
        ) => cancellation.Cancel();

        protected override bool TryComputeLength(out long length)
        {
            length = 0;
            return false;
        }
    }
}
