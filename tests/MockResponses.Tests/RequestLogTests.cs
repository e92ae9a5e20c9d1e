using System.Net;
using System.Net.Http.Json;
using System.Text;
using static Bench.MockResponses.Tests.MockClient;

namespace Bench.MockResponses.Tests;

public sealed class RequestLogTests
{
    private readonly RequestLog log = new();

    private MockResponseHandler Handler() =>
        new MockResponseHandler().MapGet("/a", MockResponse.Text("x")).MapPost("/a", MockResponse.Empty()).LogTo(log);

    [Fact]
    public async Task Keeps_method_address_headers_and_body()
    {
        using HttpClient client = Handler().Client();
        using var request = new HttpRequestMessage(HttpMethod.Post, "/a?page=2") { Content = JsonContent.Create(new { id = 1 }) };
        request.Headers.Add("Accept", ["text/plain", "text/html"]);
        await client.SendAsync(request, Cancel);

        LoggedRequest logged = Assert.Single(log.Requests);
        Assert.Equal((HttpMethod.Post, new Uri("http://localhost/a?page=2"), true), (logged.Method, logged.Uri, logged.IsMatched));
        Assert.Equal("""{"id":1}""", Encoding.UTF8.GetString(logged.Body.Span));
        Assert.Equal(["text/plain", "text/html"], logged.Headers.Where(header => header.Key == "Accept").Select(header => header.Value));
        Assert.Contains(logged.Headers, header => header is { Key: "Content-Type", Value: "application/json; charset=utf-8" });
    }

    [Fact]
    public async Task Keeps_what_no_route_fits_and_what_is_sent_synchronously_in_order()
    {
        using HttpClient client = Handler().Client();
        Assert.Equal(HttpStatusCode.NotFound, (await client.GetAsync("/b", Cancel)).StatusCode);
        using var request = new HttpRequestMessage(HttpMethod.Post, "/a") { Content = new StringContent("sync") };
        client.Send(request, Cancel);

        Assert.Equal(
            [("/b", false, ""), ("/a", true, "sync")],
            log.Requests.Select(one => (one.Uri.PathAndQuery, one.IsMatched, Encoding.UTF8.GetString(one.Body.Span)))
        );
        log.Clear();
        Assert.Empty(log.Requests);
    }

    [Fact]
    public async Task Keeps_nothing_of_a_request_that_was_not_answered()
    {
        using HttpMessageInvoker invoker = Handler().Invoker();
        using HttpRequestMessage request = Request(HttpMethod.Post, "/a", new StringContent("x"));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => invoker.SendAsync(request, new CancellationToken(true)));
        Assert.Empty(log.Requests);
    }

    [Fact]
    public void Loses_nothing_on_many_threads()
    {
        using HttpMessageInvoker invoker = Handler().Invoker();
        Parallel.For(0, 1_000, i =>
        {
            using HttpRequestMessage request = Request(HttpMethod.Post, $"/a?{i}", new StringContent($"{i}"));
            invoker.Send(request, CancellationToken.None);
        });

        Assert.Equal(
            Enumerable.Range(0, 1_000).Select(i => ($"?{i}", $"{i}")).Order(),
            log.Requests.Select(one => (one.Uri.Query, Encoding.UTF8.GetString(one.Body.Span))).Order()
        );
    }

    [Fact]
    public void Is_set_once_and_before_the_first_request()
    {
        MockResponseHandler handler = Handler();
        Assert.Throws<ArgumentNullException>("log", () => new MockResponseHandler().LogTo(null!));
        Assert.Throws<InvalidOperationException>(() => handler.LogTo(new RequestLog()));

        MockResponseHandler used = new MockResponseHandler();
        using HttpMessageInvoker invoker = used.Invoker();
        using HttpRequestMessage request = Request(HttpMethod.Get, "/");
        invoker.Send(request, CancellationToken.None);
        Assert.Throws<InvalidOperationException>(() => used.LogTo(log));
    }
}
