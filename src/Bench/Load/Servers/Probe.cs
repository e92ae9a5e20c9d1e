using System.Globalization;
using System.IO.Compression;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Bench.Results;

namespace Bench.Load;

// Sends one request before the load, because redirects and errors are fast, and would be measured instead of the real answer.
internal static class Probe
{
    private const int MaxMegabytes = 50;

    private static readonly TimeSpan TimeToConnect = TimeSpan.FromSeconds(1);

    // A server that is slow to accept still listens.
    public static bool IsRefused(Uri address)
    {
        using var client = new TcpClient();
        using var late = new CancellationTokenSource(TimeToConnect);
        try
        {
            client.ConnectAsync(address.DnsSafeHost, address.Port, late.Token).AsTask().GetAwaiter().GetResult();
            return false;
        }
        catch (SocketException e)
        {
            return e.SocketErrorCode == SocketError.ConnectionRefused;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }

    public static (string Body, IReadOnlyDictionary<string, string> Headers) Get(
        Uri url,
        CancellationToken cancellationToken,
        LoadRequest? request = null,
        SampleServer? server = null
    )
    {
        request ??= LoadRequest.Get;
        using var client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false, UseProxy = false })
        {
            Timeout = Timeout.InfiniteTimeSpan,
        };
        // HttpClient's own time limit ends with the headers.
        using var late = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        late.CancelAfter(request.Patience);
        try
        {
            using var message = new HttpRequestMessage(new HttpMethod(request.Method), url);
            message.Content = request.Body is null ? null : new ByteArrayContent(Encoding.UTF8.GetBytes(request.Body));
            foreach (var (name, value) in request.AllHeaders)
            {
                if (message.Headers.TryAddWithoutValidation(name, value))
                    continue;
                // Generators send content headers without a body as well.
                message.Content ??= new ByteArrayContent([]);
                message.Content.Headers.TryAddWithoutValidation(name, value);
            }

            using var response = client.SendAsync(message, HttpCompletionOption.ResponseHeadersRead, late.Token).GetAwaiter().GetResult();
            if (!request.IsGood((int)response.StatusCode))
                throw new LoadException(
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"{url} returns {(int)response.StatusCode} {response.ReasonPhrase}{(request.Status is { } status ? $" instead of {status}" : "")}. There is nothing to measure.{Advice(url, response, server, cancellationToken)}"
                    )
                );
            var body = Text(url, response.Content, late.Token).GetAwaiter().GetResult();
            return request.Contained is { } text && !body.Contains(text, StringComparison.Ordinal)
                ? throw new LoadException($"the response body of {url} does not contain '{text}'.")
                : (
                    body,
                    response
                        .Headers.NonValidated.Concat(response.Content.Headers.NonValidated)
                        .ToDictionary(header => header.Key, header => header.Value.ToString(), StringComparer.OrdinalIgnoreCase)
                );
        }
        catch (Exception e) when (e is HttpRequestException or IOException)
        {
            throw new LoadException($"{url} does not respond: {e.Message}");
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new LoadException(
                string.Create(CultureInfo.InvariantCulture, $"{url} does not respond within {request.Patience.TotalSeconds:0} s.")
            );
        }
    }

    private static string Advice(Uri url, HttpResponseMessage response, SampleServer? server, CancellationToken cancellationToken)
    {
        // A 201 has a location as well: that of the created resource.
        if ((int)response.StatusCode is >= 300 and < 400 && response.Headers.Location is { } location)
        {
            var target = new Uri(url, location);
            return $" It redirects to {target.GetLeftPart(UriPartial.Path)}: "
                + (
                    target.Scheme == url.Scheme
                        ? "if that is a login, send a header such as Authorization."
                        : "load tests do not use HTTPS, so the application must not require it."
                );
        }

        return response.StatusCode switch
        {
            HttpStatusCode.Unauthorized or HttpStatusCode.Forbidden => " Send a header such as Authorization.",
            >= HttpStatusCode.InternalServerError when server?.LoggedException(cancellationToken) is { } logged => $" It logged: {logged}",
            _ => "",
        };
    }

    // A client that decompresses by itself removes the header, which a plan may expect.
    private static async Task<string> Text(Uri url, HttpContent content, CancellationToken cancellationToken)
    {
        using var body = await content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        using Stream plain = content.Headers.ContentEncoding.LastOrDefault()?.ToUpperInvariant() switch
        {
            "GZIP" => new GZipStream(body, CompressionMode.Decompress),
            "BR" => new BrotliStream(body, CompressionMode.Decompress),
            "DEFLATE" => new ZLibStream(body, CompressionMode.Decompress),
            _ => body,
        };
        using var reader = new StreamReader(
            new LimitedStream(plain, MaxMegabytes << 20, () =>
                new LoadException($"the response of {url} is larger than {MaxMegabytes} MB.")
            ),
            Encoding.UTF8
        );
        try
        {
            return await reader.ReadToEndAsync(cancellationToken).ConfigureAwait(false);
        }
        // The first is thrown for gzip and deflate, the second for brotli.
        catch (Exception e) when (e is InvalidDataException or InvalidOperationException)
        {
            throw new LoadException($"the response body of {url} is not compressed as its header says: {e.Message}");
        }
    }
}
