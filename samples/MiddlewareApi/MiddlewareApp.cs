using System.Threading.RateLimiting;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.HttpLogging;
using Microsoft.AspNetCore.ResponseCompression;
using Samples.Contracts.Hosting;
using Samples.MiddlewareApi.Pipeline;

namespace Samples.MiddlewareApi;

/// <summary>One answer, given by a bare delegate, a minimal endpoint or a controller, behind as many layers as are switched on.</summary>
public sealed class MiddlewareApp
{
    public const string Path = "/";
    public const string Answer = "response";

    /// <summary>What a request needs where authentication is switched on.</summary>
    public const string Authorization = $"{TokenHandler.Bearer} {TokenHandler.Token}";

    private MiddlewareApp() { }

    public static async Task<int> Main(string[] args)
    {
        if (SampleHost.Refuses(typeof(MiddlewareApp).Assembly.GetName().Name, args, nameof(Settings.Endpoint), nameof(Settings.Layers)))
            return SampleHost.CannotStart;

        try
        {
            // Empty: neither routing nor anything else that is not asked for.
            var builder = WebApplication.CreateEmptyBuilder(
                new WebApplicationOptions { Args = args, ApplicationName = typeof(MiddlewareApp).Assembly.GetName().Name }
            );
            builder.Configuration.AddEnvironmentVariables();
            builder.Configuration.AddEnvironmentVariables("ASPNETCORE_");
            builder.Configuration.AddCommandLine(args);
            builder.UseSampleDefaults(httpPort: 7350, httpsPort: 7349);
            builder.WebHost.UseKestrelCore().UseKestrelHttpsConfiguration();
            var settings = Settings.From(builder.Configuration);
            AddServices(builder, settings);

            var app = builder.Build();

            AddLayers(app, settings.Layers);
            Map(app, settings.Endpoint);
            return await app.RunSampleAsync();
        }
        catch (SettingException e) when (SampleHost.IsOwnProcess(typeof(MiddlewareApp).Assembly.GetName().Name))
        {
            await Console.Error.WriteLineAsync(e.Message);
            return SampleHost.CannotStart;
        }
    }

    private static void AddServices(WebApplicationBuilder builder, Settings settings)
    {
        var (services, layers) = (builder.Services, settings.Layers);
        if (settings.Endpoint != Endpoint.Bare)
            services.AddRouting();
        if (settings.Endpoint == Endpoint.Controller)
            services.AddControllers();
        if (layers.HasFlag(Layers.ExceptionHandler))
            services.AddProblemDetails();
        if ((layers & (Layers.Logger | Layers.RequestLogging | Layers.BodyDump)) != 0)
            builder
                .Logging.AddProvider(new FormattingLoggerProvider())
                .AddFilter("Microsoft.AspNetCore", LogLevel.Warning)
                .AddFilter("Microsoft.AspNetCore.HttpLogging", LogLevel.Information);
        if (layers.HasFlag(Layers.RequestLogging))
        {
            services.AddHttpLogging(logging =>
            {
                logging.LoggingFields =
                    HttpLoggingFields.RequestMethod
                    | HttpLoggingFields.RequestPath
                    | HttpLoggingFields.ResponseStatusCode
                    | HttpLoggingFields.Duration;
                logging.CombineLogs = true;
            });
        }

        if (layers.HasFlag(Layers.Cors))
            services.AddCors(cors => cors.AddDefaultPolicy(policy => policy.AllowAnyOrigin().AllowAnyHeader().AllowAnyMethod()));
        if (layers.HasFlag(Layers.Authentication))
            services.AddAuthentication(TokenHandler.Bearer).AddScheme<AuthenticationSchemeOptions, TokenHandler>(TokenHandler.Bearer, null);
        if (layers.HasFlag(Layers.RateLimiter))
            services.AddRateLimiter(limiter =>
                limiter.GlobalLimiter = PartitionedRateLimiter.Create<HttpContext, int>(_ =>
                    RateLimitPartition.GetFixedWindowLimiter(
                        0,
                        _ => new FixedWindowRateLimiterOptions { PermitLimit = int.MaxValue, Window = TimeSpan.FromSeconds(1) }
                    )
                )
            );
        if (layers.HasFlag(Layers.Compression))
            services.AddResponseCompression(compression => compression.Providers.Add<GzipCompressionProvider>());
    }

    // The order in which they are documented to be added.
    private static void AddLayers(WebApplication app, Layers layers)
    {
        foreach (
            var layer in Enum.GetValues<Layers>()
                .Where(layer => layer is not (Layers.None or Layers.Logger or Layers.All) && layers.HasFlag(layer))
        )
            Add(app, layer);
    }

    private static void Add(WebApplication app, Layers layer)
    {
        switch (layer)
        {
            case Layers.ExceptionHandler:
                app.UseExceptionHandler();
                break;
            case Layers.RequestId:
                app.Use(Middleware.RequestId);
                break;
            case Layers.RequestContext:
                app.Use(RequestContext.Invoke);
                break;
            case Layers.RequestLogging:
                app.UseHttpLogging();
                break;
            case Layers.BodyDump:
                var logger = app.Services.GetRequiredService<ILoggerFactory>().CreateLogger("BodyDump");
                app.Use((context, next) => Middleware.BodyDump(context, next, logger));
                break;
            case Layers.NoCache:
                app.Use(Middleware.NoCache);
                break;
            case Layers.Cors:
                app.UseCors();
                break;
            case Layers.Authentication:
                app.UseAuthentication();
                app.Use(TokenHandler.RequireUser);
                break;
            case Layers.RateLimiter:
                app.UseRateLimiter();
                break;
            case Layers.Compression:
                app.UseResponseCompression();
                break;
            default:
                throw new InvalidOperationException($"{layer} has no middleware.");
        }
    }

    private static void Map(WebApplication app, Endpoint endpoint)
    {
        switch (endpoint)
        {
            case Endpoint.Bare:
                app.Run(context =>
                {
                    context.Response.ContentType = "text/plain; charset=utf-8";
                    return context.Response.WriteAsync(Answer);
                });
                break;
            case Endpoint.Minimal:
                app.MapGet(Path, () => Answer);
                break;
            case Endpoint.Controller:
                app.MapControllers();
                break;
            default:
                throw new InvalidOperationException($"{endpoint} is not mapped.");
        }
    }
}
