using Bench.Harness;
using BenchmarkDotNet.Attributes;
using Benchmarks.HttpClients.Libraries;

namespace Benchmarks.HttpClients;

/// <summary>
/// The first GET on a new service provider, against the same GET on one that has made calls before: what a client
/// prepares once for each provider. The process is warm: the time for loading and compiling code is left out.
/// </summary>
[TableNote(
    "Each operation is the first timed GET of its own service provider; WarmedUp: two GETs and two POSTs were made on it before, and what the container compiles after the first pair was waited for. Default settings; building the provider is not timed, and the garbage of it is collected before."
)]
[TableNote(
    "Each call comes to another provider than the one before, so that even warm ones find little in the processor's caches: GetBenchmarks has the steady state."
)]
[TableNote(
    "RestEase is left out: version 1.4.3 defines a dynamic assembly for each client it makes and never frees it, so each first call is slower than the one before."
)]
[IterationCount(30)]
public class ColdStartBenchmarks
{
    /// <summary>Providers an iteration: enough for a millisecond and more, where one call would be lost in the timer.</summary>
    private const int Providers = 128;

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

    private void Renew<TLibrary>()
        where TLibrary : IClientLibrary, new()
    {
        for (var i = 0; i < clients.Length; i++)
            clients[i] = new ClientUnderTest(new TLibrary(), ClientSettings.Default);
        if (WarmedUp)
        {
            // The second use of a service has the container compile its factory on the thread pool; what follows pays for the
            // machine code of it. A third or fourth call is therefore the slowest of all, and no warm one.
            WarmUpEach();
            WaitForThreadPool();
            WarmUpEach();
        }

        // What the providers left would otherwise be collected in the middle of the calls, or not, by what they happen to leave.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }

    private void WarmUpEach()
    {
        foreach (var client in clients)
            client.WarmUp().GetAwaiter().GetResult();
    }

    /// <summary>Until no work item was completed for 20 ms and none is queued.</summary>
    private static void WaitForThreadPool()
    {
        long before;
        do
        {
            before = ThreadPool.CompletedWorkItemCount;
            Thread.Sleep(20);
        } while (ThreadPool.PendingWorkItemCount > 0 || ThreadPool.CompletedWorkItemCount != before);
    }

    private Task<Model> CallEach() =>
        Task.Run(async () =>
        {
            Model last = null!;
            foreach (var client in clients)
                last = await client.Get();
            return last;
        });
}
