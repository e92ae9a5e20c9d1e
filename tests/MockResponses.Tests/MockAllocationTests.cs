using System.Net;
using static Bench.MockResponses.Tests.MockClient;

namespace Bench.MockResponses.Tests;

/// <summary>
/// Every measurement of a client library includes the handler, so it must cost as much as a response and no more.
/// </summary>
public sealed class MockAllocationTests
{
    private static readonly byte[] Body = new byte[1_000];

    [Theory]
    [InlineData(1)]
    [InlineData(1_000)]
    public async Task A_get_allocates_what_a_response_made_by_hand_does(int routes)
    {
        var handler = new MockResponseHandler();
        for (int i = 0; i < routes; i++)
            handler.MapGet($"/items/{i}", MockResponse.Bytes(Body, "application/json").WithHeader("ETag", "\"1\""));
        using HttpMessageInvoker invoker = handler.Invoker();
        using HttpRequestMessage request = Request(HttpMethod.Get, $"/items/{routes - 1}?page=1");
        Assert.True((await invoker.SendAsync(request, CancellationToken.None)).IsSuccessStatusCode);
        Assert.Equal(Allocation.Create(() => ByHand(request)), Allocation.Create(() => invoker.SendAsync(request, CancellationToken.None)));
    }

    [Fact]
    public void An_unknown_path_allocates_a_bare_response()
    {
        using HttpMessageInvoker invoker = new MockResponseHandler().MapGet("/a", MockResponse.Empty()).Invoker();
        using HttpRequestMessage request = Request(HttpMethod.Get, "/b?page=1");
        Assert.Equal(
            Allocation.Create(() => Task.FromResult(new HttpResponseMessage(HttpStatusCode.NotFound) { RequestMessage = request })),
            Allocation.Create(() => invoker.SendAsync(request, CancellationToken.None))
        );
    }

    [Fact]
    public void A_request_body_allocates_nothing_more()
    {
        using HttpMessageInvoker invoker = new MockResponseHandler()
            .MapPost("/", MockResponse.Bytes(Body, "application/json").WithHeader("ETag", "\"1\""))
            .Invoker();
        using HttpRequestMessage request = Request(HttpMethod.Post, "/", new ByteArrayContent(Body));
        Assert.Equal(Allocation.Create(() => ByHand(request)), Allocation.Create(() => invoker.SendAsync(request, CancellationToken.None)));
    }

    private static Task<HttpResponseMessage> ByHand(HttpRequestMessage request)
    {
        var response = new HttpResponseMessage(HttpStatusCode.OK) { RequestMessage = request };
        response.Headers.TryAddWithoutValidation("ETag", "\"1\"");
        response.Content = new ByteArrayContent(Body);
        response.Content.Headers.TryAddWithoutValidation("Content-Type", "application/json");
        return Task.FromResult(response);
    }
}
