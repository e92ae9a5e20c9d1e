using System.Text;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Samples.MiddlewareApi.Pipeline;

/// <summary>Layers that the framework does not have, written as people write them.</summary>
internal static partial class Middleware
{
    private const string RequestIdHeader = "X-Request-Id";
    private const int MaxRequestIdLength = 64;

    public static Task RequestId(HttpContext context, RequestDelegate next)
    {
        var given = context.Request.Headers[RequestIdHeader].ToString();
        // What a caller sends back into headers and logs is looked at first.
        if (
            given.Length is > 0 and <= MaxRequestIdLength
            && given.All(character => char.IsAsciiLetterOrDigit(character) || character is '-' or '_')
        )
            context.TraceIdentifier = given;
        else
            context.TraceIdentifier = Guid.NewGuid().ToString("N");
        context.Response.Headers[RequestIdHeader] = context.TraceIdentifier;
        return next(context);
    }

    public static Task NoCache(HttpContext context, RequestDelegate next)
    {
        var headers = context.Response.Headers;
        headers.CacheControl = "no-cache, no-store, must-revalidate";
        headers.Pragma = "no-cache";
        headers.Expires = "0";
        return next(context);
    }

    public static async Task BodyDump(HttpContext context, RequestDelegate next, ILogger logger)
    {
        context.Request.EnableBuffering();
        using var reader = new StreamReader(context.Request.Body, Encoding.UTF8, leaveOpen: true);
        var asked = await reader.ReadToEndAsync(context.RequestAborted);
        context.Request.Body.Position = 0;

        var body = context.Response.Body;
        using var kept = new MemoryStream();
        context.Response.Body = kept;
        try
        {
            await next(context);
        }
        finally
        {
            context.Response.Body = body;
        }

        Dump(logger, asked, Encoding.UTF8.GetString(kept.GetBuffer(), 0, (int)kept.Length));
        kept.Position = 0;
        await kept.CopyToAsync(body, context.RequestAborted);
    }

    [LoggerMessage(LogLevel.Information, "Asked: {Request} Answered: {Response}")]
    private static partial void Dump(ILogger logger, string request, string response);
}
