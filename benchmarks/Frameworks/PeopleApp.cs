using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Benchmarks.Frameworks;

/// <summary>
/// A minimal API that answers with three people, on a server without a network: TestServer is a package per framework, and its own cost
/// differs between them.
/// </summary>
internal sealed class PeopleApp
{
    private static readonly Person[] People =
    [
        new("Ada", "Lovelace", new DateOnly(1815, 12, 10)),
        new("Grace", "Hopper", new DateOnly(1906, 12, 9)),
        new("Alan", "Turing", new DateOnly(1912, 6, 23)),
    ];

    private readonly WebApplication app;
    private readonly Server server;

    private PeopleApp(WebApplication app, Server server) => (this.app, this.server) = (app, server);

    public static async Task<PeopleApp> Start()
    {
        var builder = WebApplication.CreateBuilder(new WebApplicationOptions { EnvironmentName = Environments.Production });
        builder.Logging.ClearProviders();
        var server = new Server();
        builder.Services.AddSingleton<IServer>(server);
        var app = builder.Build();
        app.MapGet("/people", (int size = 3) => TypedResults.Ok(People[..size]));
        await app.StartAsync();
        return new PeopleApp(app, server);
    }

    /// <summary>The bytes of an answer.</summary>
    public Task<byte[]> Get() => server.Get("/people", "?size=3");

    public async Task Stop()
    {
        await app.StopAsync();
        await app.DisposeAsync();
    }

    private sealed record Person(string Name, string Surname, DateOnly BirthDate);

    /// <summary>Hands requests to the application as a server does that has read them.</summary>
    private sealed class Server : IServer
    {
        private Func<IFeatureCollection, Task> process = _ => Task.CompletedTask;

        public IFeatureCollection Features { get; } = new FeatureCollection();

        public async Task<byte[]> Get(string path, string query)
        {
            var body = new MemoryStream();
            var response = new StreamResponseBodyFeature(body);
            var features = new FeatureCollection();
            features.Set<IHttpRequestFeature>(
                new HttpRequestFeature
                {
                    Method = HttpMethods.Get,
                    Scheme = "http",
                    Protocol = HttpProtocol.Http11,
                    Path = path,
                    QueryString = query,
                    Headers = { Host = "localhost", Accept = "application/json" },
                }
            );
            var head = new HttpResponseFeature();
            features.Set<IHttpResponseFeature>(head);
            features.Set<IHttpResponseBodyFeature>(response);
            await process(features).ConfigureAwait(false);
            await response.CompleteAsync().ConfigureAwait(false);
            return head.StatusCode == StatusCodes.Status200OK
                ? body.ToArray()
                : throw new InvalidOperationException($"The application answered with status {head.StatusCode}.");
        }

        public Task StartAsync<TContext>(IHttpApplication<TContext> application, CancellationToken cancellationToken)
            where TContext : notnull
        {
            process = async features =>
            {
                var context = application.CreateContext(features);
                try
                {
                    await application.ProcessRequestAsync(context).ConfigureAwait(false);
                    application.DisposeContext(context, null);
                }
                catch (Exception problem)
                {
                    application.DisposeContext(context, problem);
                    throw;
                }
            };
            return Task.CompletedTask;
        }

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public void Dispose() { }
    }
}
