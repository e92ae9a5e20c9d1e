using System.Text;

namespace Bench.MockResponses.Tests;

/// <summary>Calls a handler through <see cref="HttpClient"/>, or through an invoker, which adds nothing.</summary>
internal static class MockClient
{
    public static CancellationToken Cancel => TestContext.Current.CancellationToken;

    public static HttpClient Client(this MockResponseHandler handler) => new(handler) { BaseAddress = new Uri("http://localhost") };

    public static HttpMessageInvoker Invoker(this MockResponseHandler handler) => new(handler);

    public static HttpRequestMessage Request(HttpMethod method, string path, HttpContent? content = null) =>
        new(method, "http://localhost" + path) { Content = content };

    public static string Body(this HttpResponseMessage response)
    {
        using var body = new MemoryStream();
        response.Content.CopyTo(body, null, Cancel);
        return Encoding.UTF8.GetString(body.ToArray());
    }
}
