using Benchmarks.HttpClients.Libraries;
using Microsoft.Extensions.DependencyInjection;

namespace Benchmarks.HttpClients;

/// <summary>A library in a service provider of its own, called the way an application does: each call in its own scope.</summary>
internal sealed class ClientUnderTest : IDisposable
{
    private readonly IClientLibrary library;
    private readonly ServiceProvider provider;

    public ClientUnderTest(IClientLibrary library, ClientSettings settings)
    {
        this.library = library;
        var services = new ServiceCollection();
        library.Register(services, settings);
        provider = services.BuildServiceProvider();
    }

    public async Task<Model> Get()
    {
        await using var scope = provider.CreateAsyncScope();
        return await library.Get(scope.ServiceProvider, Backend.Id);
    }

    public async Task<Model> Post()
    {
        await using var scope = provider.CreateAsyncScope();
        return await library.Post(scope.ServiceProvider, Backend.Model);
    }

    /// <summary>One GET and one POST, the answers checked.</summary>
    public async Task<ClientUnderTest> WarmUp()
    {
        var name = library.GetType().Name;
        Answers.EnsureAllEqual(Backend.Model, ($"{name}.Get", await Get()), ($"{name}.Post", await Post()));
        return this;
    }

    public void Dispose() => provider.Dispose();
}
