using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;

namespace Benchmarks.Apps;

/// <summary>A sample application in this process with a client connected to it, as WebApplicationFactory starts it.</summary>
internal sealed class SampleApp<TEntryPoint> : IDisposable
    where TEntryPoint : class
{
    private readonly Factory factory;

    public SampleApp(Transport transport, params (string Name, string Value)[] settings)
    {
        factory = new Factory(transport, settings);
        if (transport is Transport.Socket or Transport.Https)
        {
            factory.UseKestrel();
            factory.StartServer();
            Client = new HttpClient(
                new SocketsHttpHandler
                {
                    UseProxy = false,
                    UseCookies = false,
                    AllowAutoRedirect = false,
                    SslOptions = { RemoteCertificateValidationCallback = (_, shown, _, _) => LoopbackCertificate.Instance.Equals(shown) },
                }
            )
            {
                BaseAddress = factory.ClientOptions.BaseAddress,
            };
        }
        else
        {
            // Not CreateClient: it adds handlers for redirects and cookies.
            Client = new HttpClient(factory.Server.CreateHandler()) { BaseAddress = factory.Server.BaseAddress };
        }
    }

    public HttpClient Client { get; }

    public IServiceProvider Services => factory.Services;

    public void Dispose()
    {
        Client.Dispose();
        factory.Dispose();
    }

    private sealed class Factory(Transport transport, (string Name, string Value)[] settings) : WebApplicationFactory<TEntryPoint>
    {
        protected override void ConfigureWebHost(IWebHostBuilder builder)
        {
            builder
                .UseContentRoot(AppContext.BaseDirectory)
                .UseEnvironment("Production")
                // Not UseKestrel(0): that one changes the addresses after the application may have started, and then throws.
                .UseSetting(WebHostDefaults.ServerUrlsKey, $"{(transport == Transport.Https ? "https" : "http")}://127.0.0.1:0");
            if (transport == Transport.Https)
                builder.ConfigureKestrel(server =>
                    server.ConfigureHttpsDefaults(https => https.ServerCertificate = LoopbackCertificate.Instance)
                );
            foreach (var (name, value) in settings)
                builder.UseSetting(name, value);
        }
    }
}
