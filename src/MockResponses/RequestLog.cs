using System.Collections.Concurrent;
using System.Net.Http.Headers;

namespace Bench.MockResponses;

/// <summary>
/// Keeps what a <see cref="MockResponseHandler"/> was asked, for a test to look at afterwards. May be shared by handlers and threads.
/// A handler without a log pays nothing for there being logs.
/// </summary>
/// <example>
/// <code>
/// var log = new RequestLog();
/// var client = new HttpClient(new MockResponseHandler().MapPost("/orders", MockResponse.Empty()).LogTo(log));
/// await client.PostAsync("http://localhost/orders", content);
/// Assert.Equal(HttpMethod.Post, Assert.Single(log.Requests).Method);
/// </code>
/// </example>
public sealed class RequestLog
{
    private readonly ConcurrentQueue<LoggedRequest> requests = new();

    /// <summary>What has been answered so far, in the order of the answers: a copy, which later requests leave as it is.</summary>
    public IReadOnlyList<LoggedRequest> Requests => [.. requests];

    /// <summary>Forgets all of it.</summary>
    public void Clear() => requests.Clear();

    internal void Add(HttpRequestMessage request, byte[] body, bool isMatched)
    {
        var headers = new List<KeyValuePair<string, string>>();
        Add(headers, request.Headers.NonValidated);
        if (request.Content is { } content)
            Add(headers, content.Headers.NonValidated);
        requests.Enqueue(new LoggedRequest(request.Method, request.RequestUri!, headers, body, isMatched));
    }

    private static void Add(List<KeyValuePair<string, string>> headers, HttpHeadersNonValidated added)
    {
        foreach (KeyValuePair<string, HeaderStringValues> header in added)
        {
            foreach (string value in header.Value)
                headers.Add(new(header.Key, value));
        }
    }
}

/// <summary>One request, as it was when it was answered.</summary>
/// <param name="Method">The method.</param>
/// <param name="Uri">The absolute URI.</param>
/// <param name="Headers">Headers of the request and of its content, a pair for each value.</param>
/// <param name="Body">The body; empty where there was none.</param>
/// <param name="IsMatched">Whether a route fitted; otherwise the answer was 404.</param>
public sealed record LoggedRequest(
    HttpMethod Method,
    Uri Uri,
    IReadOnlyList<KeyValuePair<string, string>> Headers,
    ReadOnlyMemory<byte> Body,
    bool IsMatched
);
