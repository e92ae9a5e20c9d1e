using Microsoft.AspNetCore.Http;

namespace Samples.MiddlewareApi.Pipeline;

/// <summary>What code far from the request wants to know of it.</summary>
internal sealed record RequestContext(string Id, string Path, string? Caller, DateTimeOffset Began)
{
    private static readonly AsyncLocal<RequestContext?> Flowing = new();

    /// <summary>Of the request that is being answered; null outside.</summary>
    public static RequestContext? Current => Flowing.Value;

    public static async Task Invoke(HttpContext context, RequestDelegate next)
    {
        Flowing.Value = new RequestContext(
            context.TraceIdentifier,
            context.Request.Path.Value ?? "",
            context.Connection.RemoteIpAddress?.ToString(),
            DateTimeOffset.UtcNow
        );
        try
        {
            await next(context);
        }
        finally
        {
            Flowing.Value = null;
        }
    }
}
