using System.Collections.Concurrent;
using Samples.ControllerApi;
using Samples.MinimalApi;

[assembly: AssemblyFixture(typeof(RunningSamples))]

namespace Suite.Tests.Samples;

public enum Sample
{
    Minimal,
    MinimalWithoutValidation,
    Controller,
}

public enum Server
{
    InMemory,
    Sockets,
}

/// <summary>The samples, each started at the first request, and shared by all tests.</summary>
public sealed class RunningSamples : IDisposable
{
    private readonly ConcurrentDictionary<(Sample, Server), Lazy<Running>> running = new();

    public HttpClient Client(Sample sample, Server server) => Get(sample, server).Client;

    public IServiceProvider Services(Sample sample) => Get(sample, Server.InMemory).Services;

    public Task<Answer> Ask(Sample sample, Server server, Call call) => call.SendTo(Client(sample, server));

    public async Task<(Answer Minimal, Answer Controller)> AskBoth(Server server, Call call) =>
        (await Ask(Sample.Minimal, server, call), await Ask(Sample.Controller, server, call));

    public void Dispose()
    {
        foreach (var started in running.Values.Where(lazy => lazy.IsValueCreated))
            started.Value.Factory.Dispose();
    }

    private Running Get(Sample sample, Server server) => running.GetOrAdd((sample, server), _ => new(() => Start(sample, server))).Value;

    private static Running Start(Sample sample, Server server) =>
        sample switch
        {
            Sample.Minimal => Start<MinimalApiApp>(server, []),
            Sample.MinimalWithoutValidation => Start<MinimalApiApp>(server, new() { ["Validation"] = "false" }),
            Sample.Controller => Start<ControllerApiApp>(server, []),
            _ => throw new ArgumentOutOfRangeException(nameof(sample)),
        };

    private static Running Start<TApp>(Server server, Dictionary<string, string> settings)
        where TApp : class
    {
        var factory = new SampleFactory<TApp>(settings);
        if (server == Server.Sockets)
            factory.ListenOnFreePort();
        return new Running(factory, factory.CreateClient(), factory.Services);
    }

    private sealed record Running(IDisposable Factory, HttpClient Client, IServiceProvider Services);
}
