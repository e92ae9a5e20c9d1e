using System.Net;
using System.Net.Http.Headers;
using System.Text;

namespace Bench.MockResponses;

/// <summary>A canned answer: status, headers and body. Immutable, so one instance may serve many routes, handlers and threads.</summary>
public sealed class MockResponse
{
    private const string JsonContentType = "application/json; charset=utf-8";
    private const string TextContentType = "text/plain; charset=utf-8";

    private readonly Header[] headers;
    private readonly Header[] contentHeaders;
    private readonly byte[]? body;

    private MockResponse(HttpStatusCode status, byte[]? body, Header[] headers, Header[] contentHeaders)
    {
        Status = status;
        this.body = body;
        this.headers = headers;
        this.contentHeaders = contentHeaders;
    }

    /// <summary>The status code of the answer.</summary>
    public HttpStatusCode Status { get; }

    /// <summary>An answer with a JSON body and the content type <c>application/json; charset=utf-8</c>.</summary>
    /// <param name="json">The body. Sent as it is, in UTF-8: nobody checks that it is JSON.</param>
    /// <param name="status">The status code.</param>
    /// <returns>The answer.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="json"/> is null.</exception>
    public static MockResponse Json(string json, HttpStatusCode status = HttpStatusCode.OK)
    {
        ArgumentNullException.ThrowIfNull(json);
        return Bytes(Encoding.UTF8.GetBytes(json), JsonContentType, status);
    }

    /// <summary>An answer with a JSON body and the content type <c>application/json; charset=utf-8</c>.</summary>
    /// <param name="utf8Json">The body, in UTF-8; copied. Sent as it is: nobody checks that it is JSON.</param>
    /// <param name="status">The status code.</param>
    /// <returns>The answer.</returns>
    public static MockResponse Json(ReadOnlySpan<byte> utf8Json, HttpStatusCode status = HttpStatusCode.OK) =>
        Bytes(utf8Json, JsonContentType, status);

    /// <summary>An answer with a body of text and the content type <c>text/plain; charset=utf-8</c>.</summary>
    /// <param name="text">The body, sent in UTF-8.</param>
    /// <param name="status">The status code.</param>
    /// <returns>The answer.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    public static MockResponse Text(string text, HttpStatusCode status = HttpStatusCode.OK)
    {
        ArgumentNullException.ThrowIfNull(text);
        return Bytes(Encoding.UTF8.GetBytes(text), TextContentType, status);
    }

    /// <summary>An answer with any body.</summary>
    /// <param name="body">The body; copied.</param>
    /// <param name="contentType">
    /// The value of <c>Content-Type</c>, which arrives unparsed, as from a server; <see langword="null"/> sends none.
    /// </param>
    /// <param name="status">The status code.</param>
    /// <returns>The answer.</returns>
    public static MockResponse Bytes(ReadOnlySpan<byte> body, string? contentType, HttpStatusCode status = HttpStatusCode.OK) =>
        new(status, body.ToArray(), [], contentType is null ? [] : [new Header("Content-Type", contentType)]);

    /// <summary>An answer without a body.</summary>
    /// <param name="status">The status code.</param>
    /// <returns>The answer.</returns>
    public static MockResponse Empty(HttpStatusCode status = HttpStatusCode.NoContent) => new(status, null, [], []);

    /// <summary>The same answer with one header more. A name may come more than once; each value is sent.</summary>
    /// <param name="name">The name of a response or content header, except <c>Content-Type</c> and <c>Content-Length</c>, which follow from
    /// the body.</param>
    /// <param name="value">The value, which arrives unparsed, as from a server.</param>
    /// <returns>A new answer; this one stays as it is.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="name"/> or <paramref name="value"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="name"/> is not a valid header name, or is one of the two that follow from the body.
    /// </exception>
    public MockResponse WithHeader(string name, string value)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(value);
        if (
            name.Equals("Content-Type", StringComparison.OrdinalIgnoreCase)
            || name.Equals("Content-Length", StringComparison.OrdinalIgnoreCase)
        )
            throw new ArgumentException($"{name} follows from the body.", nameof(name));

        using var probe = new HttpResponseMessage();
        var header = new Header(name, value);
        if (header.TryAddTo(probe.Headers))
            return new(Status, body, [.. headers, header], contentHeaders);
        if (header.TryAddTo(probe.Content.Headers))
            return new(Status, body, headers, [.. contentHeaders, header]);
        throw new ArgumentException($"'{name}' is not a valid header name.", nameof(name));
    }

    internal HttpResponseMessage CreateMessage(HttpRequestMessage request)
    {
        var message = new HttpResponseMessage(Status) { RequestMessage = request };
        foreach (Header header in headers)
            header.TryAddTo(message.Headers);

        if (body is not null)
            message.Content = CreateContent(body, request.Method);
        foreach (Header header in contentHeaders)
            header.TryAddTo(message.Content.Headers);
        return message;
    }

    // A content writes its bytes but never hands out or changes the array, so all contents share it.
    private static ByteArrayContent CreateContent(byte[] body, HttpMethod method)
    {
        if (method != HttpMethod.Head)
            return new ByteArrayContent(body);

        var content = new ByteArrayContent([]);
        content.Headers.ContentLength = body.Length;
        return content;
    }

    private readonly record struct Header(string Name, string Value)
    {
        public bool TryAddTo(HttpHeaders headers) => headers.TryAddWithoutValidation(Name, Value);
    }
}
