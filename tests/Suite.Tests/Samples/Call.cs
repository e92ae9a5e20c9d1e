using System.Text;

namespace Suite.Tests.Samples;

/// <summary>A request, byte for byte: what a client would refuse to send is part of the tests.</summary>
public sealed record Call(HttpMethod Method, string Path)
{
    public byte[]? Body { get; init; }

    public string? MediaType { get; init; }

    public string? Accept { get; init; }

    public string? AcceptCharset { get; init; }

    public static Call Get(string path) => new(HttpMethod.Get, path);

    public static Call Post(string path, string body, string? mediaType = "application/json") =>
        Post(path, Encoding.UTF8.GetBytes(body), mediaType);

    public static Call Post(string path, byte[] body, string? mediaType = "application/json") =>
        new(HttpMethod.Post, path) { Body = body, MediaType = mediaType };

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

        return message;
    }
}
