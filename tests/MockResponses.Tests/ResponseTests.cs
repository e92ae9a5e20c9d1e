using System.Net;
using System.Text;
using static Bench.MockResponses.Tests.MockClient;

namespace Bench.MockResponses.Tests;

public sealed class ResponseTests
{
    private const string Json = """{"name":"Zoë"}""";

    [Fact]
    public void Json_is_utf8_with_its_content_type()
    {
        foreach (MockResponse answer in new[] { MockResponse.Json(Json), MockResponse.Json(Encoding.UTF8.GetBytes(Json)) })
        {
            using HttpResponseMessage response = Get(answer);
            Assert.Equal(HttpStatusCode.OK, response.StatusCode);
            Assert.Equal("application/json", response.Content.Headers.ContentType?.MediaType);
            Assert.Equal("utf-8", response.Content.Headers.ContentType?.CharSet);
            Assert.Equal(Encoding.UTF8.GetByteCount(Json), response.Content.Headers.ContentLength);
            Assert.Equal(Json, response.Body());
        }
    }

    [Fact]
    public void Text_is_utf8_with_its_content_type()
    {
        using HttpResponseMessage response = Get(MockResponse.Text("Zoë"));
        Assert.Equal("text/plain; charset=utf-8", response.Content.Headers.ContentType?.ToString());
        Assert.Equal("Zoë", response.Body());
    }

    [Fact]
    public void A_content_type_arrives_as_it_was_sent()
    {
        using HttpResponseMessage odd = Get(MockResponse.Bytes("x"u8, "not a content type"));
        Assert.Equal("not a content type", odd.Content.Headers.NonValidated["Content-Type"].ToString());
        Assert.Null(odd.Content.Headers.ContentType);
        using HttpResponseMessage none = Get(MockResponse.Bytes("x"u8, contentType: null));
        Assert.False(none.Content.Headers.Contains("Content-Type"));
    }

    [Fact]
    public void Each_answer_takes_a_status()
    {
        Assert.Equal(HttpStatusCode.Created, Get(MockResponse.Json(Json, HttpStatusCode.Created)).StatusCode);
        Assert.Equal(HttpStatusCode.Accepted, Get(MockResponse.Json("{}"u8, HttpStatusCode.Accepted)).StatusCode);
        Assert.Equal(HttpStatusCode.Conflict, Get(MockResponse.Text("", HttpStatusCode.Conflict)).StatusCode);
        Assert.Equal(HttpStatusCode.Gone, Get(MockResponse.Bytes([], null, HttpStatusCode.Gone)).StatusCode);
        Assert.Equal(HttpStatusCode.Forbidden, Get(MockResponse.Empty(HttpStatusCode.Forbidden)).StatusCode);
    }

    [Fact]
    public void An_empty_answer_has_no_body_and_no_content_type()
    {
        using HttpResponseMessage response = Get(MockResponse.Empty());
        Assert.Equal(HttpStatusCode.NoContent, response.StatusCode);
        Assert.False(response.Content.Headers.Contains("Content-Type"));
        Assert.Equal("", response.Body());
    }

    [Fact]
    public void Headers_go_to_the_response_or_to_its_content()
    {
        using HttpResponseMessage response = Get(
            MockResponse
                .Json(Json)
                .WithHeader("ETag", "\"1\"")
                .WithHeader("Set-Cookie", "a=1")
                .WithHeader("Set-Cookie", "b=2")
                .WithHeader("Retry-After", "not a delay")
                .WithHeader("X-Request-Id", "7")
                .WithHeader("Content-Language", "en")
        );

        Assert.Equal("\"1\"", response.Headers.ETag?.Tag);
        Assert.Equal(["a=1", "b=2"], response.Headers.GetValues("Set-Cookie"));
        Assert.Equal("not a delay", response.Headers.NonValidated["Retry-After"].ToString());
        Assert.Equal("7", Assert.Single(response.Headers.GetValues("X-Request-Id")));
        Assert.Equal("en", Assert.Single(response.Content.Headers.ContentLanguage));
        Assert.Equal("application/json", response.Content.Headers.ContentType?.MediaType);
    }

    [Fact]
    public void An_empty_answer_can_have_headers()
    {
        using HttpResponseMessage response = Get(MockResponse.Empty().WithHeader("Allow", "GET").WithHeader("ETag", "\"1\""));
        Assert.Equal("GET", Assert.Single(response.Content.Headers.Allow));
        Assert.Equal("\"1\"", response.Headers.ETag?.Tag);
    }

    [Fact]
    public void Adding_a_header_leaves_the_answer_as_it_is()
    {
        MockResponse plain = MockResponse.Json(Json, HttpStatusCode.Created);
        MockResponse tagged = plain.WithHeader("ETag", "\"1\"").WithHeader("Content-Language", "en");

        using HttpResponseMessage first = Get(plain);
        Assert.Empty(first.Headers);
        Assert.Empty(first.Content.Headers.ContentLanguage);

        using HttpResponseMessage second = Get(tagged);
        Assert.Equal(HttpStatusCode.Created, second.StatusCode);
        Assert.Equal(Json, second.Body());
    }

    [Theory]
    [InlineData("Content-Type")]
    [InlineData("content-length")]
    [InlineData("two words")]
    [InlineData("")]
    public void Some_headers_are_refused(string name) =>
        Assert.Throws<ArgumentException>("name", () => MockResponse.Json(Json).WithHeader(name, "1"));

    [Fact]
    public void Arguments_are_checked()
    {
        Assert.Throws<ArgumentNullException>("json", () => MockResponse.Json((string)null!));
        Assert.Throws<ArgumentNullException>("text", () => MockResponse.Text(null!));
        Assert.Throws<ArgumentNullException>("name", () => MockResponse.Empty().WithHeader(null!, "1"));
        Assert.Throws<ArgumentNullException>("value", () => MockResponse.Empty().WithHeader("ETag", null!));
    }

    [Fact]
    public void The_body_is_copied()
    {
        byte[] body = "first"u8.ToArray();
        MockResponse answer = MockResponse.Bytes(body, "text/plain");
        body.AsSpan().Fill((byte)'x');
        Assert.Equal("first", Get(answer).Body());
    }

    [Fact]
    public async Task Head_has_the_headers_and_no_body()
    {
        using HttpClient client = new MockResponseHandler()
            .Map(HttpMethod.Head, "/a", MockResponse.Text("12345").WithHeader("ETag", "\"1\""))
            .Client();
        using HttpResponseMessage response = await client.SendAsync(Request(HttpMethod.Head, "/a"), Cancel);

        Assert.Equal(5, response.Content.Headers.ContentLength);
        Assert.Equal("text/plain", response.Content.Headers.ContentType?.MediaType);
        Assert.Equal("\"1\"", response.Headers.ETag?.Tag);
        Assert.Equal("", await response.Content.ReadAsStringAsync(Cancel));
    }

    [Fact]
    public void Each_caller_has_a_response_and_a_content_of_its_own()
    {
        using HttpMessageInvoker invoker = new MockResponseHandler()
            .MapGet("/a", MockResponse.Text("a").WithHeader("ETag", "\"1\""))
            .MapGet("/none", MockResponse.Empty())
            .Invoker();

        foreach (string path in new[] { "/a", "/none", "/not-there" })
        {
            using HttpRequestMessage request = Request(HttpMethod.Get, path);
            HttpResponseMessage first = invoker.Send(request, Cancel);
            using HttpResponseMessage second = invoker.Send(request, Cancel);
            Assert.NotSame(first, second);
            Assert.NotSame(first.Content, second.Content);

            string body = first.Body();
            first.Headers.Clear();
            first.Headers.Add("X-Mine", "1");
            first.Content.Headers.Clear();
            first.Dispose();

            Assert.False(second.Headers.Contains("X-Mine"));
            Assert.Equal(path == "/a", second.Headers.ETag is not null);
            Assert.Equal(path == "/a", second.Content.Headers.ContentType is not null);
            Assert.Equal(body, second.Body());
        }
    }

    private static HttpResponseMessage Get(MockResponse answer)
    {
        using HttpMessageInvoker invoker = new MockResponseHandler().MapGet("/", answer).Invoker();
        return invoker.Send(Request(HttpMethod.Get, "/"), Cancel);
    }
}
