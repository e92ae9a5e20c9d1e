using System.Security.Claims;
using System.Security.Cryptography;
using System.Text;
using System.Text.Encodings.Web;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Samples.MiddlewareApi.Pipeline;

/// <summary>Knows one token, which is no secret: <see cref="Token"/>.</summary>
internal sealed class TokenHandler(IOptionsMonitor<AuthenticationSchemeOptions> options, ILoggerFactory logger, UrlEncoder encoder)
    : AuthenticationHandler<AuthenticationSchemeOptions>(options, logger, encoder)
{
    public const string Bearer = "Bearer";
    public const string Token = "a-token-of-the-sample";

    private const string Prefix = $"{Bearer} ";
    private static readonly byte[] Expected = Encoding.UTF8.GetBytes(Token);

    public static async Task RequireUser(HttpContext context, RequestDelegate next)
    {
        if (context.User.Identity?.IsAuthenticated == true)
            await next(context);
        else
            await context.ChallengeAsync();
    }

    protected override Task HandleChallengeAsync(AuthenticationProperties properties)
    {
        Response.Headers.WWWAuthenticate = Bearer;
        return base.HandleChallengeAsync(properties);
    }

    protected override Task<AuthenticateResult> HandleAuthenticateAsync()
    {
        var header = Request.Headers.Authorization.ToString();
        if (header.Length == 0)
            return Task.FromResult(AuthenticateResult.NoResult());
        if (
            !header.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase)
            || !CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(header[Prefix.Length..]), Expected)
        )
            return Task.FromResult(AuthenticateResult.Fail("The token is unknown."));

        var user = new ClaimsPrincipal(new ClaimsIdentity([new Claim(ClaimTypes.NameIdentifier, "caller")], Scheme.Name));
        return Task.FromResult(AuthenticateResult.Success(new AuthenticationTicket(user, Scheme.Name)));
    }
}
