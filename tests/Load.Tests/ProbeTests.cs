using System.IO.Compression;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Bench.Load.Tests;

public sealed class ProbeTests
{
    [Theory]
    [InlineData(null)]
    [InlineData("gzip")]
    [InlineData("br")]
    [InlineData("deflate")]
    [InlineData("none")]
    public async Task The_body_is_read_however_it_is_compressed(string? encoding)
    {
        using var server = new HttpListener();
        var url = Listen(server);
        var answering = Answer(server, encoding, Compressed(encoding, "Zoë has it"));
        var request = LoadRequest.Get with
        {
            Headers = new Dictionary<string, string> { ["Accept-Encoding"] = "gzip, br, deflate" },
            Contained = "Zoë",
        };

        var (body, headers) = await Task.Run(() => Probe.Get(url, TestContext.Current.CancellationToken, request));
        await answering;

        Assert.Equal("Zoë has it", body);
        // The header stays visible for the expectations about it.
        Assert.Equal(encoding, headers.GetValueOrDefault("Content-Encoding"));
    }

    [Theory]
    [InlineData("gzip")]
    [InlineData("br")]
    [InlineData("deflate")]
    public async Task A_body_that_is_not_compressed_as_it_says_is_told_of(string encoding)
    {
        using var server = new HttpListener();
        var url = Listen(server);
        var answering = Answer(server, encoding, [.. Enumerable.Repeat((byte)0xff, 100)]);
        var thrown = await Assert.ThrowsAsync<LoadException>(() => Task.Run(() => Probe.Get(url, TestContext.Current.CancellationToken)));
        await answering;
        Assert.StartsWith($"the response body of {url} is not compressed as its header says: ", thrown.Message);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("gzip")]
    public async Task A_body_without_an_end_is_read_up_to_the_limit(string? encoding)
    {
        using var server = new TcpListener(IPAddress.Loopback, 0);
        server.Start();
        var url = new Uri(FormattableString.Invariant($"http://127.0.0.1:{((IPEndPoint)server.LocalEndpoint).Port}/"));
        var answering = AnswerWithoutEnd(server, encoding);
        var thrown = await Assert.ThrowsAsync<LoadException>(() => Task.Run(() => Probe.Get(url, TestContext.Current.CancellationToken)));
        await answering;
        Assert.Equal($"the response of {url} is larger than 50 MB.", thrown.Message);
    }

    private static async Task AnswerWithoutEnd(TcpListener server, string? encoding)
    {
        using var client = await server.AcceptTcpClientAsync();
        using var stream = client.GetStream();
        await stream.ReadAtLeastAsync(new byte[1 << 12], 1);
        var header = encoding is null ? "" : $"Content-Encoding: {encoding}\r\n";
        await stream.WriteAsync(Encoding.ASCII.GetBytes($"HTTP/1.1 200 OK\r\n{header}\r\n"));
        var body = encoding is null ? (Stream)stream : new GZipStream(stream, CompressionLevel.Fastest);
        try
        {
            while (true)
                await body.WriteAsync(new byte[1 << 20]);
        }
        catch (IOException)
        {
            // The client closed the connection.
        }
    }

    private static Uri Listen(HttpListener server)
    {
        using var free = new TcpListener(IPAddress.Loopback, 0);
        free.Start();
        var port = ((IPEndPoint)free.LocalEndpoint).Port;
        free.Stop();
        var url = FormattableString.Invariant($"http://127.0.0.1:{port}/");
        server.Prefixes.Add(url);
        server.Start();
        return new Uri(url);
    }

    private static async Task Answer(HttpListener server, string? encoding, byte[] body)
    {
        var context = await server.GetContextAsync();
        if (encoding is not null)
            context.Response.Headers["Content-Encoding"] = encoding;
        await context.Response.OutputStream.WriteAsync(body);
        context.Response.Close();
    }

    private static byte[] Compressed(string? encoding, string text)
    {
        using var bytes = new MemoryStream();
        using (
            Stream stream = encoding switch
            {
                "gzip" => new GZipStream(bytes, CompressionMode.Compress),
                "br" => new BrotliStream(bytes, CompressionMode.Compress),
                "deflate" => new ZLibStream(bytes, CompressionMode.Compress),
                _ => bytes,
            }
        )
            stream.Write(Encoding.UTF8.GetBytes(text));
        return bytes.ToArray();
    }
}
