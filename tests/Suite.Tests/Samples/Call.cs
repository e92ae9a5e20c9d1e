using System.Text;

namespace Suite.Tests.Samples;

/// <summary>A request, byte for byte: the tests also send what a client would refuse to send.</summary>
public sealed record Call(HttpMethod Method, string Path)
{
    public byte[]? Body { get; init; }

    public string? MediaType { get; init; }

    public string? Accept { get; init; }

    public string? AcceptCharset { get; init; }

    /// <summary>Headers in addition to those above.</summary>
    public IReadOnlyList<(string Name, string Value)> Headers { get; init; } = [];

    public static Call Get(string path) => new(HttpMethod.Get, path);

    public static Call Post(string path, string body, string? mediaType = "application/json") =>
        Post(path, Encoding.UTF8.GetBytes(body), mediaType);

    public static Call Post(string path, byte[] body, string? mediaType = "application/json") =>
        new(HttpMethod.Post, path) { Body = body, MediaType = mediaType };

    public async Task<Answer> SendTo(HttpClient client)
    {
        var cancellationToken = TestContext.Current.CancellationToken;
        using var request = ToMessage();
        using var response = await client.SendAsync(request, cancellationToken);
        return await Answer.From(response, cancellationToken);
    }

    public HttpRequestMessage ToMessage()
    {
        var message = new HttpRequestMessage(Method, Path);

        if (Body is not null)
            message.Content = new ByteArrayContent(Body);
        if (MediaType is not null)
            message.Content!.Headers.TryAddWithoutValidation("Content-Type", MediaType);
        if (Accept is not null)
            message.Headers.TryAddWithoutValidation("Accept", Accept);
        if (AcceptCharset is not null)
            message.Headers.TryAddWithoutValidation("Accept-Charset", AcceptCharset);
        foreach (var (name, value) in Headers)
            message.Headers.TryAddWithoutValidation(name, value);

        return message;
    }
}
