using Samples.Contracts.Hosting;

namespace Samples.ControllerApi;

public sealed class ControllerApiApp
{
    private ControllerApiApp() { }

    public static Task<int> Main(string[] args)
    {
        if (SampleHost.Refuses(typeof(ControllerApiApp).Assembly.GetName().Name, args))
            return Task.FromResult(SampleHost.CannotStart);

        var builder = WebApplication.CreateBuilder(args).UseSampleDefaults(httpPort: 7150, httpsPort: 7149);

        builder.Services.AddControllers();

        var app = builder.Build();

        app.MapControllers();

        return app.RunSampleAsync();
    }
}
