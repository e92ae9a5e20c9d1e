using Benchmarks.HttpClients.Libraries;

namespace Benchmarks.HttpClients;

/// <summary>All libraries under the same settings, each checked to give the same answers before anything is timed.</summary>
internal sealed class ClientSet(ClientSettings settings) : IDisposable
{
    private readonly List<ClientUnderTest> clients = [];

    public ClientUnderTest HttpClient { get; private set; } = null!;
    public ClientUnderTest SharedHttpClient { get; private set; } = null!;
    public ClientUnderTest RestEase { get; private set; } = null!;
    public ClientUnderTest RestSharp { get; private set; } = null!;
#if REFIT
    public ClientUnderTest Refit { get; private set; } = null!;
#endif
#if WEBAPICLIENTCORE
    public ClientUnderTest WebApiClientCore { get; private set; } = null!;
#endif

    public async Task<ClientSet> Start()
    {
        HttpClient = await Add(new HttpClientLibrary());
        SharedHttpClient = await Add(new SharedHttpClientLibrary());
#if REFIT
        Refit = await Add(new RefitLibrary());
#endif
#if WEBAPICLIENTCORE
        WebApiClientCore = await Add(new WebApiClientCoreLibrary());
#endif
        RestEase = await Add(new RestEaseLibrary());
        RestSharp = await Add(new RestSharpLibrary());
        return this;
    }

    public void Dispose() => clients.ForEach(client => client.Dispose());

    private async Task<ClientUnderTest> Add(IClientLibrary library)
    {
        var client = new ClientUnderTest(library, settings);
        clients.Add(client);
        return await client.WarmUp();
    }
}
