using System.Net;
using Bench.Harness;
using BenchmarkDotNet.Attributes;
using Benchmarks.Apps;
using Samples.MiddlewareApi;

namespace Benchmarks.Middleware;

/// <summary>What each layer takes of the barest server: one of them each, then all, then alternatives that give the same answer.</summary>
[ShowsThroughput]
[TableNote(Notes.OneProcess)]
[TableNote(
    "Every benchmark sends the same request, with a token, an origin and `Accept-Encoding: gzip`, and gets the same answer, compressed where that layer is on."
)]
[TableNote(
    "Compression packs 8 bytes, which is what gzip costs to set up; ExceptionHandler meets no exception: what is shown is what a layer costs when it has nothing to do."
)]
[TableNote(
    "RequestLogging and BodyDump format their lines and throw them away: no disk is measured. LoggerOnly is what any logger provider costs, theirs too, without a line: the server then makes an activity for each request. The other layers, AllLayers aside, have none."
)]
public class MiddlewareBenchmarks
{
    private LayeredApp app = null!;

    [Params(Transport.InMemory, Transport.Socket)]
    public Transport Transport { get; set; }

    [GlobalSetup]
    public void Setup() => app = new LayeredApp(Transport);

    [GlobalCleanup]
    public void Cleanup() => app.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> Bare() => app.Run(Endpoint.Bare, Layers.None);

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> ExceptionHandler() => app.Run(Endpoint.Bare, Layers.ExceptionHandler);

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> RequestId() => app.Run(Endpoint.Bare, Layers.RequestId);

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> RequestContext() => app.Run(Endpoint.Bare, Layers.RequestContext);

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> LoggerOnly() => app.Run(Endpoint.Bare, Layers.Logger);

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> RequestLogging() => app.Run(Endpoint.Bare, Layers.RequestLogging);

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> BodyDump() => app.Run(Endpoint.Bare, Layers.BodyDump);

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> NoCache() => app.Run(Endpoint.Bare, Layers.NoCache);

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> Cors() => app.Run(Endpoint.Bare, Layers.Cors);

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> Authentication() => app.Run(Endpoint.Bare, Layers.Authentication);

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> RateLimiter() => app.Run(Endpoint.Bare, Layers.RateLimiter);

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> Compression() => app.Run(Endpoint.Bare, Layers.Compression);

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> AllLayers() => app.Run(Endpoint.Bare, Layers.All);

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> Minimal() => app.Run(Endpoint.Minimal, Layers.None);

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> MinimalAllLayers() => app.Run(Endpoint.Minimal, Layers.All);

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> Controller() => app.Run(Endpoint.Controller, Layers.None);

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> ControllerAllLayers() => app.Run(Endpoint.Controller, Layers.All);
}
