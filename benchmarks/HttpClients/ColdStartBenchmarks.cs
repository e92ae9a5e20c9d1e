using BenchmarkDotNet.Attributes;
using Benchmarks.HttpClients.Libraries;
using Benchmarks.Tables;

namespace Benchmarks.HttpClients;

/// <summary>
/// The first GET on a new service provider, against the same GET on one that has made a GET and a POST: what a client
/// prepares once for each provider. The process is warm: the time for loading and compiling code is left out.
/// </summary>
[TableNote("Each operation is the first timed GET of its own service provider; WarmedUp: one GET and one POST were made on it before. Default settings; building the provider is not timed.")]
[TableNote("RestEase is left out: version 1.4.3 defines a dynamic assembly for each client it makes and never frees it, so each first call is slower than the one before.")]
public class ColdStartBenchmarks
{
    /// <summary>Providers an iteration: enough for a millisecond and more, where one call would be lost in the timer.</summary>
    private const int Providers = 256;

    private readonly ClientUnderTest[] clients = new ClientUnderTest[Providers];

    [Params(false, true)]
    public bool WarmedUp { get; set; }

    [Benchmark(Baseline = true, OperationsPerInvoke = Providers)]
    public Task<Model> HttpClient() => CallEach();

    [Benchmark(OperationsPerInvoke = Providers)]
    public Task<Model> SharedHttpClient() => CallEach();

#if REFIT
    [Benchmark(OperationsPerInvoke = Providers)]
    public Task<Model> Refit() => CallEach();
#endif

#if WEBAPICLIENTCORE
    [Benchmark(OperationsPerInvoke = Providers)]
    public Task<Model> WebApiClientCore() => CallEach();
#endif

    [Benchmark(OperationsPerInvoke = Providers)]
    public Task<Model> RestSharp() => CallEach();

    [GlobalSetup]
    public async Task CheckAnswers()
    {
        using var all = new ClientSet(ClientSettings.Default);
        await all.Start();
    }

    [IterationSetup(Target = nameof(HttpClient))]
    public void NewHttpClients() => Renew<HttpClientLibrary>();

    [IterationSetup(Target = nameof(SharedHttpClient))]
    public void NewSharedHttpClients() => Renew<SharedHttpClientLibrary>();

#if REFIT
    [IterationSetup(Target = nameof(Refit))]
    public void NewRefits() => Renew<RefitLibrary>();
#endif

#if WEBAPICLIENTCORE
    [IterationSetup(Target = nameof(WebApiClientCore))]
    public void NewWebApiClientCores() => Renew<WebApiClientCoreLibrary>();
#endif

    [IterationSetup(Target = nameof(RestSharp))]
    public void NewRestSharps() => Renew<RestSharpLibrary>();

    [IterationCleanup]
    public void Cleanup()
    {
        foreach (var client in clients)
            client.Dispose();
    }

    private void Renew<TLibrary>() where TLibrary : IClientLibrary, new()
    {
        for (var i = 0; i < clients.Length; i++)
        {
            clients[i] = new ClientUnderTest(new TLibrary(), ClientSettings.Default);
            if (WarmedUp)
                clients[i].WarmUp().GetAwaiter().GetResult();
        }
    }

    private Task<Model> CallEach() => Task.Run(async () =>
    {
        Model last = null!;
        foreach (var client in clients)
            last = await client.Get();
        return last;
    });
}
