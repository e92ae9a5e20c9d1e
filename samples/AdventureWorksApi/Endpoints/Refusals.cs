using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Http;

namespace Samples.AdventureWorksApi.Endpoints;

/// <summary>What an exception is answered with.</summary>
internal static class Refusals
{
    /// <summary>The server's own refusals, such as 413 for a body that is too large, keep their status; anything else is 500.</summary>
    public static async Task Answer(HttpContext context)
    {
        if (context.Features.Get<IExceptionHandlerFeature>()?.Error is BadHttpRequestException refusal)
            context.Response.StatusCode = refusal.StatusCode;
        await TypedResults.Problem(statusCode: context.Response.StatusCode).ExecuteAsync(context);
    }
}
