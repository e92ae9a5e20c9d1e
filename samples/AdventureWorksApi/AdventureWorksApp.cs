using Samples.AdventureWorksApi.Data;
using Samples.AdventureWorksApi.Endpoints;
using Samples.AdventureWorksApi.Serialization;
using Samples.Contracts.Hosting;

namespace Samples.AdventureWorksApi;

/// <summary>A sales API on a real database. Its switches are in <see cref="ApiSettings"/>.</summary>
public sealed class AdventureWorksApp
{
    private AdventureWorksApp() { }

    public static async Task<int> Main(string[] args)
    {
        if (SampleHost.Refuses(typeof(AdventureWorksApp).Assembly.GetName().Name, args, [.. ApiSettings.Names]))
            return SampleHost.CannotStart;

        try
        {
            var builder = WebApplication.CreateBuilder(args).UseSampleDefaults(httpPort: 7250, httpsPort: 7249);
            var settings = ApiSettings.From(builder.Configuration);
            AddServices(builder.Services, settings);

            var app = builder.Build();

            await app.Services.Fill(settings.Data);
            Map(app, settings);
            return await app.RunSampleAsync();
        }
        catch (SettingException e) when (SampleHost.IsOwnProcess(typeof(AdventureWorksApp).Assembly.GetName().Name))
        {
            await Console.Error.WriteLineAsync(e.Message);
            return SampleHost.CannotStart;
        }
    }

    private static void AddServices(IServiceCollection services, ApiSettings settings)
    {
        if (settings.MinThreads is { } threads)
        {
            ThreadPool.GetMinThreads(out _, out var completionThreads);
            ThreadPool.SetMinThreads(threads, Math.Max(threads, completionThreads));
        }

        services.AddAdventureWorks(settings);
        services.AddScoped<Store>();
        // The trace id would be the only thing that differs between two answers to the same request.
        services.AddProblemDetails(options =>
            options.CustomizeProblemDetails = problem => problem.ProblemDetails.Extensions.Remove("traceId")
        );
        services.AddSingleton<Json>(settings.Serializer == Serializer.Newtonsoft ? new NewtonsoftJson() : new SystemTextJson());
        if (settings.Serializer == Serializer.SourceGenerated)
            services.Configure<Microsoft.AspNetCore.Http.Json.JsonOptions>(options =>
                options.SerializerOptions.TypeInfoResolverChain.Insert(0, ApiJsonContext.Default)
            );
        if (settings.Style == Style.Controllers)
            AddControllers(services, settings);
    }

    private static void AddControllers(IServiceCollection services, ApiSettings settings)
    {
        var controllers = services
            .AddControllers()
            .ConfigureApplicationPartManager(parts => parts.FeatureProviders.Add(new ControllerOf(settings.Mode)));
        if (settings.Serializer == Serializer.Newtonsoft)
            controllers.AddNewtonsoftJson().AddMvcOptions(options => options.OutputFormatters.Insert(0, new ProblemFormatter()));
        if (settings.Serializer == Serializer.SourceGenerated)
            controllers.AddJsonOptions(options => options.JsonSerializerOptions.TypeInfoResolverChain.Insert(0, ApiJsonContext.Default));
    }

    private static void Map(WebApplication app, ApiSettings settings)
    {
        app.UseExceptionHandler(new ExceptionHandlerOptions { ExceptionHandler = Refusals.Answer });
        // A refusal of the framework's own, such as a parameter that is no number, has a body, too.
        app.UseStatusCodePages();
        app.MapGet("/health", (Json json) => json.Ok(HealthAnswer.Of(settings)));
        if (settings.Style == Style.Controllers)
            app.MapControllers();
        else
            app.MapEndpoints(settings.Mode);
    }
}
