using System.Net.Sockets;
using System.Text;

namespace Suite.Tests.Samples;

/// <summary>
/// Bodies beyond Kestrel's 30,000,000 bytes, written to the socket. A client that is refused while it sends may report a broken pipe
/// instead.
/// </summary>
public sealed class OversizedTests(RunningSamples samples)
{
    private const int Limit = 30_000_000;

    [Theory]
    [InlineData(Sample.Minimal)]
    [InlineData(Sample.MinimalWithoutValidation)]
    [InlineData(Sample.Controller)]
    public async Task A_body_declared_too_large_is_refused_before_it_is_sent(Sample sample) =>
        Assert.Equal("HTTP/1.1 413 Payload Too Large", await StatusLine(sample, $"Content-Length: {Limit + 1}", []));

    [Theory]
    [InlineData(Sample.Minimal)]
    [InlineData(Sample.MinimalWithoutValidation)]
    [InlineData(Sample.Controller)]
    public async Task A_body_of_undeclared_length_is_refused_when_it_exceeds_the_limit(Sample sample)
    {
        var blanks = new byte[Limit + 1];
        Array.Fill(blanks, (byte)' ');
        byte[] chunk = [.. Encoding.ASCII.GetBytes($"{blanks.Length:x}\r\n"), .. blanks];
        Assert.Equal("HTTP/1.1 413 Payload Too Large", await StatusLine(sample, "Transfer-Encoding: chunked", chunk));
    }

    private async Task<string?> StatusLine(Sample sample, string lengthHeader, byte[] body)
    {
        var cancellationToken = TestContext.Current.CancellationToken;
        var address = samples.Client(sample, Server.Sockets).BaseAddress!;
        using var connection = new TcpClient();
        await connection.ConnectAsync(address.Host, address.Port, cancellationToken);
        await using var stream = connection.GetStream();

        await stream.WriteAsync(
            Encoding.ASCII.GetBytes(
                $"POST {Routes.Validations} HTTP/1.1\r\nHost: {address.Authority}\r\nContent-Type: application/json\r\n{lengthHeader}\r\n\r\n"
            ),
            cancellationToken
        );
        await stream.WriteAsync(body, cancellationToken);

        using var reader = new StreamReader(stream, Encoding.ASCII);
        return await reader.ReadLineAsync(cancellationToken);
    }
}
