using System.Globalization;
using System.Text;

namespace Bench.Load;

/// <summary>One request before the load: redirects and errors are fast, and no answer to what is to be measured.</summary>
internal static class Probe
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    public static (string Body, IReadOnlyDictionary<string, string> Headers) Get(
        Uri url,
        CancellationToken cancellationToken,
        IReadOnlyDictionary<string, string>? headers = null
    )
    {
        using var client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false, UseProxy = false }) { Timeout = Patience };
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, url);
            foreach (var (name, value) in headers ?? new Dictionary<string, string>())
                request.Headers.TryAddWithoutValidation(name, value);
            using var response = client.SendAsync(request, cancellationToken).GetAwaiter().GetResult();
            return response.IsSuccessStatusCode
                ? (
                    Encoding.UTF8.GetString(response.Content.ReadAsByteArrayAsync(cancellationToken).GetAwaiter().GetResult()),
                    response
                        .Headers.NonValidated.Concat(response.Content.Headers.NonValidated)
                        .ToDictionary(header => header.Key, header => header.Value.ToString(), StringComparer.OrdinalIgnoreCase)
                )
                : throw new LoadException(
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"{url} answers {(int)response.StatusCode} {response.ReasonPhrase}: nothing to measure."
                    )
                );
        }
        catch (HttpRequestException e)
        {
            throw new LoadException($"{url} does not answer: {e.Message}");
        }
        catch (TaskCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new LoadException(
                string.Create(CultureInfo.InvariantCulture, $"{url} does not answer within {Patience.TotalSeconds:0} s.")
            );
        }
    }
}
