using System.Net;
using static Bench.MockResponses.Tests.MockClient;

namespace Bench.MockResponses.Tests;

public sealed class RouteTests
{
    [Theory]
    [InlineData("GET", "/items/1", "get")]
    [InlineData("POST", "/items/1", "post")]
    [InlineData("PUT", "/items/1", "put")]
    [InlineData("PATCH", "/items/1", "patch")]
    [InlineData("DELETE", "/items/1", "delete")]
    [InlineData("PURGE", "/items/1", "purge")]
    [InlineData("GET", "/items/2", "other")]
    [InlineData("GET", "/", "root")]
    public void A_route_is_a_method_and_a_path(string method, string path, string expected)
    {
        MockResponseHandler handler = new MockResponseHandler()
            .MapGet("/items/1", MockResponse.Text("get"))
            .MapPost("/items/1", MockResponse.Text("post"))
            .MapPut("/items/1", MockResponse.Text("put"))
            .MapPatch("/items/1", MockResponse.Text("patch"))
            .MapDelete("/items/1", MockResponse.Text("delete"))
            .Map(new HttpMethod("PURGE"), "/items/1", MockResponse.Text("purge"))
            .MapGet("/items/2", MockResponse.Text("other"))
            .MapGet("/", MockResponse.Text("root"));

        Assert.Equal(expected, Answer(handler, new HttpMethod(method), path));
    }

    [Theory]
    [InlineData("GET", "/other")]
    [InlineData("GET", "/items/1/")]
    [InlineData("GET", "/items")]
    [InlineData("GET", "/Items/1")]
    [InlineData("GET", "/")]
    [InlineData("POST", "/items/1")]
    [InlineData("HEAD", "/items/1")]
    public void Anything_else_is_not_found(string method, string path)
    {
        using HttpMessageInvoker invoker = new MockResponseHandler().MapGet("/items/1", MockResponse.Text("one")).Invoker();
        using HttpRequestMessage request = Request(new HttpMethod(method), path);
        using HttpResponseMessage response = invoker.Send(request, Cancel);
        Assert.Equal(HttpStatusCode.NotFound, response.StatusCode);
        Assert.Same(request, response.RequestMessage);
        Assert.Equal("", response.Body());
    }

    [Fact]
    public void Without_routes_everything_is_not_found() =>
        Assert.Equal("NotFound", Answer(new MockResponseHandler(), HttpMethod.Get, "/"));

    [Theory]
    [InlineData("http://localhost/a")]
    [InlineData("https://localhost/a")]
    [InlineData("http://example.org:8080/a")]
    [InlineData("http://user@example.org/a#part")]
    public void Scheme_host_port_and_fragment_do_not_matter(string uri)
    {
        using HttpMessageInvoker invoker = new MockResponseHandler().MapGet("/a", MockResponse.Text("found")).Invoker();
        using var request = new HttpRequestMessage(HttpMethod.Get, uri);
        Assert.Equal("found", invoker.Send(request, Cancel).Body());
    }

    [Theory]
    [InlineData("/caf%C3%A9", "/café")]
    [InlineData("/café", "/caf%C3%A9")]
    [InlineData("/a b", "/a%20b")]
    [InlineData("/a/../b", "/b")]
    [InlineData("/a%2Fb", "/a%2Fb")]
    [InlineData("/tag?q=ü", "/tag?q=%C3%BC")]
    public void A_path_is_compared_as_it_is_in_a_request_uri(string route, string path) =>
        Assert.Equal("found", Answer(new MockResponseHandler().MapGet(route, MockResponse.Text("found")), HttpMethod.Get, path));

    [Fact]
    public void An_escaped_slash_does_not_separate() =>
        Assert.Equal("NotFound", Answer(new MockResponseHandler().MapGet("/a/b", MockResponse.Text("found")), HttpMethod.Get, "/a%2Fb"));

    [Theory]
    [InlineData("/search", "any")]
    [InlineData("/search?", "any")]
    [InlineData("/search?q=2", "any")]
    [InlineData("/search?q=1&p=2", "any")]
    [InlineData("/search?q=1", "exact")]
    [InlineData("/search?q=1?", "any")]
    [InlineData("/only?q=1", "only")]
    [InlineData("/only", "NotFound")]
    [InlineData("/only?q=2", "NotFound")]
    public void A_route_without_a_query_fits_any_query_and_one_with_a_query_goes_first(string path, string expected)
    {
        MockResponseHandler handler = new MockResponseHandler()
            .MapGet("/search", MockResponse.Text("any"))
            .MapGet("/search?q=1", MockResponse.Text("exact"))
            .MapGet("/only?q=1", MockResponse.Text("only"));
        Assert.Equal(expected, Answer(handler, HttpMethod.Get, path));
    }

    [Fact]
    public void A_thousand_routes_each_answer_with_their_own()
    {
        var handler = new MockResponseHandler();
        for (int i = 0; i < 1_000; i++)
            handler.MapGet($"/items/{i}", MockResponse.Text($"item {i}"));
        for (int i = 0; i < 1_000; i++)
            Assert.Equal($"item {i}", Answer(handler, HttpMethod.Get, $"/items/{i}?page={i}"));
        Assert.Equal("NotFound", Answer(handler, HttpMethod.Get, "/items/1000"));
    }

    [Theory]
    [InlineData("")]
    [InlineData("items")]
    [InlineData("http://localhost/items")]
    [InlineData("?q=1")]
    [InlineData("/items#part")]
    public void A_route_must_be_a_path(string path) =>
        Assert.Throws<ArgumentException>("path", () => new MockResponseHandler().MapGet(path, MockResponse.Empty()));

    [Fact]
    public void A_route_can_be_added_once()
    {
        MockResponseHandler handler = new MockResponseHandler().MapGet("/café", MockResponse.Empty());
        Assert.Throws<ArgumentException>("path", () => handler.MapGet("/caf%C3%A9", MockResponse.Empty()));
    }

    [Fact]
    public void Arguments_are_checked()
    {
        var handler = new MockResponseHandler();
        Assert.Throws<ArgumentNullException>("method", () => handler.Map(null!, "/", MockResponse.Empty()));
        Assert.Throws<ArgumentNullException>("path", () => handler.MapGet(null!, MockResponse.Empty()));
        Assert.Throws<ArgumentNullException>("response", () => handler.MapGet("/", null!));
    }

    [Theory]
    [InlineData("/a")]
    [InlineData("/not-there")]
    public void Routes_are_fixed_from_the_first_request_on(string firstRequest)
    {
        MockResponseHandler handler = new MockResponseHandler().MapGet("/a", MockResponse.Text("a"));
        Answer(handler, HttpMethod.Get, firstRequest);
        Assert.Throws<InvalidOperationException>(() => handler.MapGet("/b", MockResponse.Text("b")));
        Assert.Equal("a", Answer(handler, HttpMethod.Get, "/a"));
        Assert.Equal("NotFound", Answer(handler, HttpMethod.Get, "/b"));
    }

    // The body if there is one, so that a failing assertion shows it.
    private static string Answer(MockResponseHandler handler, HttpMethod method, string path)
    {
        using var invoker = new HttpMessageInvoker(handler, disposeHandler: false);
        using HttpResponseMessage response = invoker.Send(Request(method, path), Cancel);
        return response.IsSuccessStatusCode ? response.Body() : response.StatusCode.ToString();
    }
}
