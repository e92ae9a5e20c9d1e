using System.Net;
using System.Net.Http.Headers;

namespace Benchmarks.Apps;

/// <summary>One request of a benchmark; a new message each time it is sent.</summary>
internal sealed class Request
{
    private readonly Uri path;
    private readonly byte[]? json;

    private Request(string path, byte[]? json)
    {
        this.path = new Uri(path, UriKind.Relative);
        this.json = json;
    }

    public static Request Get(string path) => new(path, null);

    public static Request Post(string path, byte[] json) => new(path, json);

    /// <summary>Sends and reads to the end of the body: the status, so that the work has a result.</summary>
    public async Task<HttpStatusCode> Send(HttpClient client)
    {
        using var response = await SendMessage(client);
        return response.StatusCode;
    }

    public async Task<Answer> Ask(HttpClient client)
    {
        using var response = await SendMessage(client);
        return await Answer.Read(response);
    }

    // HttpCompletionOption.ResponseContentRead, the default: the task ends when the whole body is in memory.
    private Task<HttpResponseMessage> SendMessage(HttpClient client)
    {
        if (json is null)
            return client.GetAsync(path);

        var content = new ByteArrayContent(json);
        content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        return client.PostAsync(path, content);
    }
}
