using Microsoft.AspNetCore.Http.HttpResults;
using Samples.Contracts;
using Samples.Contracts.Hosting;

namespace Samples.MinimalApi;

public sealed class MinimalApiApp
{
    private MinimalApiApp() { }

    public static Task<int> Main(string[] args)
    {
        if (SampleHost.Refuses(typeof(MinimalApiApp).Assembly.GetName().Name, args, "Validation"))
            return Task.FromResult(SampleHost.CannotStart);

        var builder = WebApplication.CreateBuilder(args).UseSampleDefaults(httpPort: 7060, httpsPort: 7059);

        // Without it, a validation problem lacks the type, status and traceId that controllers send.
        builder.Services.AddProblemDetails();
        // Only "false" switches it off: a typing error must not make the application faster.
        if (!string.Equals(builder.Configuration["Validation"], "false", StringComparison.OrdinalIgnoreCase))
            builder.Services.AddValidation();

        var app = builder.Build();

        app.MapGet(Routes.TextPlain, () => "response");
        app.MapGet(Routes.Jsons, GetPeople);
        app.MapPost(Routes.Validations, (ValidationRequest request) => request);
        app.MapPost(Routes.Registrations, (Registration registration) => registration);

        return app.RunSampleAsync();
    }

    // Not an attribute: it would add a validation filter to this route, and leave the third alternative without the check.
    private static Results<Ok<Person[]>, ValidationProblem> GetPeople(int size = People.DefaultPageSize) =>
        size is >= 1 and <= People.LargestPageSize
            ? TypedResults.Ok(People.Page(size))
            : TypedResults.ValidationProblem(new Dictionary<string, string[]> { [nameof(size)] = [People.SizeError] });
}
