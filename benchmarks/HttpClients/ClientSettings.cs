namespace Benchmarks.HttpClients;

/// <summary>How the client libraries are set up for a benchmark.</summary>
public enum ClientSettings
{
    /// <summary>
    /// The same for all: one System.Text.Json configuration, IHttpClientFactory's logging handlers, the library's own logging,
    /// validation and user agent off.
    /// </summary>
    Aligned,

    /// <summary>What a library does when nothing is configured, its own serializer included.</summary>
    Default,
}
