using Microsoft.Extensions.Configuration;
using Samples.Contracts.Hosting;

namespace Samples.MiddlewareApi;

/// <summary>What gives the answer in the end.</summary>
public enum Endpoint
{
    /// <summary>A delegate: no routing, no binding.</summary>
    Bare,

    /// <summary>A minimal endpoint.</summary>
    Minimal,

    /// <summary>A controller.</summary>
    Controller,
}

/// <summary>What a request passes through before, in this order.</summary>
[Flags]
public enum Layers
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>Turns an exception into a problem document.</summary>
    ExceptionHandler = 1,

    /// <summary>Takes the caller's X-Request-Id or makes one, and sends it back.</summary>
    RequestId = 2,

    /// <summary>An object about the request that flows with the asynchronous call.</summary>
    RequestContext = 4,

    /// <summary>A line of log for each request, formatted and thrown away.</summary>
    RequestLogging = 8,

    /// <summary>Forbids caches to keep the answer.</summary>
    NoCache = 16,

    /// <summary>Any origin may read the answer.</summary>
    Cors = 32,

    /// <summary>A token in the Authorization header; 401 without it.</summary>
    Authentication = 64,

    /// <summary>A limit that nobody reaches.</summary>
    RateLimiter = 128,

    /// <summary>gzip for callers who accept it.</summary>
    Compression = 256,

    /// <summary>
    /// Both bodies kept and written to the log, as people do while they search for something; innermost, where the answer is not compressed
    /// yet.
    /// </summary>
    BodyDump = 512,

    /// <summary>A logger provider that nobody writes to: with one, whichever, the server makes an activity for each request.</summary>
    Logger = 1024,

    /// <summary>Everything.</summary>
    All = 2047,
}

/// <summary>The switches: <c>Endpoint</c>, one of its names; <c>Layers</c>, names with commas between, or None, or All.</summary>
/// <param name="Endpoint">What answers.</param>
/// <param name="Layers">What lies before it.</param>
public sealed record Settings(Endpoint Endpoint, Layers Layers)
{
    /// <summary>Reads the configuration.</summary>
    /// <param name="configuration">Of the application.</param>
    /// <exception cref="SettingException">A name is unknown: a typing error must not measure something else.</exception>
    public static Settings From(IConfiguration configuration)
    {
        ArgumentNullException.ThrowIfNull(configuration);
        var layers = (configuration["Layers"] ?? "")
            .Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Aggregate(Layers.None, (all, name) => all | SettingException.Parse<Layers>("Layers", name));
        return new Settings(SettingException.Parse<Endpoint>("Endpoint", configuration["Endpoint"]), layers);
    }
}
