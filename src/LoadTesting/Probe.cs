using System.Globalization;

namespace Bench.LoadTesting;

/// <summary>One request before the load: redirects and errors are fast, and no answer to what is to be measured.</summary>
internal static class Probe
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    /// <summary>Asks once.</summary>
    /// <param name="url">What.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <returns>The body of an answer with a status of 200 to 299.</returns>
    /// <exception cref="LoadException">There is no such answer.</exception>
    public static string Get(Uri url, CancellationToken cancellation)
    {
        using var client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false, UseProxy = false }) { Timeout = Patience };
        try
        {
            using var response = client.GetAsync(url, cancellation).GetAwaiter().GetResult();
            return response.IsSuccessStatusCode ? response.Content.ReadAsStringAsync(cancellation).GetAwaiter().GetResult()
                : throw new LoadException(string.Create(CultureInfo.InvariantCulture, $"{url} answers {(int)response.StatusCode} {response.ReasonPhrase}: nothing to measure."));
        }
        catch (HttpRequestException e)
        {
            throw new LoadException($"{url} does not answer: {e.Message}");
        }
        catch (TaskCanceledException) when (!cancellation.IsCancellationRequested)
        {
            throw new LoadException(string.Create(CultureInfo.InvariantCulture, $"{url} does not answer within {Patience.TotalSeconds:0} s."));
        }
    }
}
