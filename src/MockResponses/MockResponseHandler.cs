using System.Net;

namespace Bench.MockResponses;

/// <summary>
/// The far end of an <see cref="HttpClient"/>: answers each request from memory by its method and path, on the caller's thread, with no
/// socket. What remains to be measured is the client.
/// </summary>
/// <remarks>
/// <para>
/// Routes are added before the first request and are fixed from then on; requests may come from many threads at once. Each request gets a
/// response and a content of its own, with <see cref="HttpResponseMessage.RequestMessage"/> set, after the request's body has been read to
/// its end. A request that no route fits is answered with 404 and no body.
/// </para>
/// <para>
/// A route fits when the method is equal and the path is equal, by ordinal comparison, to the path of the request URI; scheme, host,
/// port and fragment don't matter. A route without a query fits requests with any query. A route with a query fits requests with exactly
/// that query, and goes before one without. <c>HEAD</c> needs a route of its own, as in ASP.NET Core; its answer has the headers,
/// <c>Content-Length</c> included, and no body.
/// </para>
/// <para>
/// The handler holds nothing that must be released: disposing it has no effect, and many clients may share one.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// var client = new HttpClient(new MockResponseHandler()
///     .MapGet("/benchmarks/1", MockResponse.Json("""{"id":1}"""))
///     .MapPost("/benchmarks", MockResponse.Json("""{"id":2}""", HttpStatusCode.Created).WithHeader("Location", "/benchmarks/2")));
/// </code>
/// </example>
public sealed class MockResponseHandler : HttpMessageHandler
{
    private static readonly MockResponse NotFound = MockResponse.Empty(HttpStatusCode.NotFound);

    private readonly Lock setUp = new();
    private readonly Dictionary<HttpMethod, Dictionary<string, MockResponse>> routes = [];
    private volatile RouteTable? table;
    private RequestLog? log;

    /// <summary>Answers <c>GET</c> requests for a path.</summary>
    /// <inheritdoc cref="Map" path="/*[not(self::summary)]"/>
    public MockResponseHandler MapGet(string path, MockResponse response) => Map(HttpMethod.Get, path, response);

    /// <summary>Answers <c>POST</c> requests for a path.</summary>
    /// <inheritdoc cref="Map" path="/*[not(self::summary)]"/>
    public MockResponseHandler MapPost(string path, MockResponse response) => Map(HttpMethod.Post, path, response);

    /// <summary>Answers <c>PUT</c> requests for a path.</summary>
    /// <inheritdoc cref="Map" path="/*[not(self::summary)]"/>
    public MockResponseHandler MapPut(string path, MockResponse response) => Map(HttpMethod.Put, path, response);

    /// <summary>Answers <c>PATCH</c> requests for a path.</summary>
    /// <inheritdoc cref="Map" path="/*[not(self::summary)]"/>
    public MockResponseHandler MapPatch(string path, MockResponse response) => Map(HttpMethod.Patch, path, response);

    /// <summary>Answers <c>DELETE</c> requests for a path.</summary>
    /// <inheritdoc cref="Map" path="/*[not(self::summary)]"/>
    public MockResponseHandler MapDelete(string path, MockResponse response) => Map(HttpMethod.Delete, path, response);

    /// <summary>Answers requests with a method for a path.</summary>
    /// <param name="method">The method.</param>
    /// <param name="path">
    /// The path, beginning with <c>/</c>, with or without a query. It is brought into the form that <see cref="Uri.PathAndQuery"/> has in a
    /// request: <c>/café</c> and <c>/caf%C3%A9</c> are the same route.
    /// </param>
    /// <param name="response">The answer.</param>
    /// <returns>This handler.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="ArgumentException">The path does not begin with <c>/</c> or has a fragment, or the route is there
    /// already.</exception>
    /// <exception cref="InvalidOperationException">The handler has had its first request.</exception>
    public MockResponseHandler Map(HttpMethod method, string path, MockResponse response)
    {
        ArgumentNullException.ThrowIfNull(method);
        ArgumentNullException.ThrowIfNull(path);
        ArgumentNullException.ThrowIfNull(response);
        if (!path.StartsWith('/') || path.Contains('#'))
            throw new ArgumentException($"A path begins with '/' and has no fragment: '{path}'.", nameof(path));

        string canonical = new Uri("http://localhost" + path).PathAndQuery;
        lock (setUp)
        {
            if (table is not null)
                throw new InvalidOperationException("Routes are fixed from the first request on.");
            if (!routes.TryGetValue(method, out Dictionary<string, MockResponse>? paths))
                routes.Add(method, paths = new(StringComparer.Ordinal));
            if (!paths.TryAdd(canonical, response))
                throw new ArgumentException($"{method} {canonical} has an answer already.", nameof(path));
        }

        return this;
    }

    /// <summary>Keeps each request that is answered, with its body.</summary>
    /// <param name="log">Where it is kept.</param>
    /// <returns>This handler.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="log"/> is null.</exception>
    /// <exception cref="InvalidOperationException">The handler has a log already, or has had its first request.</exception>
    public MockResponseHandler LogTo(RequestLog log)
    {
        ArgumentNullException.ThrowIfNull(log);
        lock (setUp)
        {
            if (table is not null)
                throw new InvalidOperationException("The log is fixed from the first request on.");
            if (this.log is not null)
                throw new InvalidOperationException("There is a log already.");
            this.log = log;
        }

        return this;
    }

    /// <inheritdoc/>
    /// <exception cref="ArgumentNullException"><paramref name="request"/> is null.</exception>
    /// <exception cref="InvalidOperationException">The request URI is null or relative.</exception>
    /// <exception cref="NotSupportedException">The request's content can't be read synchronously.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled before the request's body had been read to its end.</exception>
    protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(request);
        cancellationToken.ThrowIfCancellationRequested();
        if (!HasAbsoluteUri(request))
            throw NoAbsoluteUri();

        RouteTable table = this.table ?? Fix();
        return request.Content is { } content ? DrainAndAnswer(table, request, content, cancellationToken) : Answer(table, request, null);
    }

    /// <inheritdoc/>
    /// <remarks>
    /// The task has completed on return, unless the request's content is read asynchronously. Every failure but a null request is the
    /// task's: an <see cref="InvalidOperationException"/> for a null or relative request URI, what the content threw while it was read, and
    /// cancellation.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="request"/> is null.</exception>
    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(request);
        if (cancellationToken.IsCancellationRequested)
            return Task.FromCanceled<HttpResponseMessage>(cancellationToken);
        if (!HasAbsoluteUri(request))
            return Task.FromException<HttpResponseMessage>(NoAbsoluteUri());

        RouteTable table = this.table ?? Fix();
        return request.Content is { } content
            ? DrainAndAnswerAsync(table, request, content, cancellationToken)
            : Task.FromResult(Answer(table, request, null));
    }

    // Apart from requests without a content: they have nothing to dispose of.
    private static HttpResponseMessage DrainAndAnswer(
        RouteTable table,
        HttpRequestMessage request,
        HttpContent content,
        CancellationToken cancellationToken
    )
    {
        using MemoryStream? body = table.Log is null ? null : new();
        content.CopyTo(RequestSink.For(cancellationToken, body), null, cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        return Answer(table, request, body);
    }

    private static async Task<HttpResponseMessage> DrainAndAnswerAsync(
        RouteTable table,
        HttpRequestMessage request,
        HttpContent content,
        CancellationToken cancellationToken
    )
    {
        using MemoryStream? body = table.Log is null ? null : new();
        await content.CopyToAsync(RequestSink.For(cancellationToken, body), cancellationToken).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        return Answer(table, request, body);
    }

    private static HttpResponseMessage Answer(RouteTable table, HttpRequestMessage request, MemoryStream? body)
    {
        MockResponse? response = table.Find(request.Method, request.RequestUri!.PathAndQuery);
        table.Log?.Add(request, body?.ToArray() ?? [], response is not null);
        return (response ?? NotFound).CreateMessage(request);
    }

    private RouteTable Fix()
    {
        lock (setUp)
            return table ??= new RouteTable(routes, log);
    }

    private static bool HasAbsoluteUri(HttpRequestMessage request) => request.RequestUri is { IsAbsoluteUri: true };

    private static InvalidOperationException NoAbsoluteUri() =>
        new("A request needs an absolute URI: set RequestUri to one, or give the client a BaseAddress.");
}
