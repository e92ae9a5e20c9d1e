using Bench.Harness;
using BenchmarkDotNet.Attributes;

namespace Benchmarks.HttpClients;

/// <summary>
/// What a client library adds to a GET of one JSON model: all of it but the network, which a mock response handler
/// replaces. Each call runs in its own DI scope.
/// </summary>
[TableNote(
    "Aligned: one System.Text.Json configuration for all, logging, validation and user agent off. Default: nothing configured; RestEase then serializes with Newtonsoft.Json, all others with System.Text.Json."
)]
[TableNote(
    "SharedHttpClient: one HttpClient for the life of the process; all others come from IHttpClientFactory, in a DI scope for each call. RestEase is made once: version 1.4.3 leaks a dynamic assembly with each client."
)]
public class GetBenchmarks
{
    private ClientSet clients = null!;

    [Params(ClientSettings.Aligned, ClientSettings.Default)]
    public ClientSettings Settings { get; set; }

    [GlobalSetup]
    public async Task Setup() => clients = await new ClientSet(Settings).Start();

    [GlobalCleanup]
    public void Cleanup() => clients.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Sequential.Calls)]
    public Task<Model> HttpClient() => Sequential.Run(clients.HttpClient.Get);

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<Model> SharedHttpClient() => Sequential.Run(clients.SharedHttpClient.Get);

#if REFIT
    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<Model> Refit() => Sequential.Run(clients.Refit.Get);
#endif

#if WEBAPICLIENTCORE
    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<Model> WebApiClientCore() => Sequential.Run(clients.WebApiClientCore.Get);
#endif

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<Model> RestEase() => Sequential.Run(clients.RestEase.Get);

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<Model> RestSharp() => Sequential.Run(clients.RestSharp.Get);
}
