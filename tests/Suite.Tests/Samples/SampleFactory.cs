using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;

namespace Suite.Tests.Samples;

internal sealed class SampleFactory<TApp> : WebApplicationFactory<TApp>
    where TApp : class
{
    private readonly IReadOnlyDictionary<string, string> settings;
    private bool listens;

    public SampleFactory(IReadOnlyDictionary<string, string> settings)
    {
        this.settings = settings;
        ClientOptions.AllowAutoRedirect = false;
        ClientOptions.HandleCookies = false;
    }

    // UseKestrel(port) sets the address while the application already starts on its own thread, and sometimes loses that race
    // (dotnet/aspnetcore#67714). An address in the configuration is there before Main runs.
    public void ListenOnFreePort()
    {
        listens = true;
        UseKestrel();
    }

    protected override void ConfigureWebHost(IWebHostBuilder builder)
    {
        builder.UseEnvironment("Production");
        if (listens)
            builder.UseUrls("http://127.0.0.1:0");
        foreach (var (key, value) in settings)
            builder.UseSetting(key, value);
    }
}
