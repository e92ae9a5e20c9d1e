using System.Net;
using Bench.Harness;
using BenchmarkDotNet.Attributes;
using Benchmarks.Apps;
using Samples.Contracts;

namespace Benchmarks.WebApi;

/// <summary>The framework alone: routing, the endpoint and eight bytes of text, with no binding, serializer or validation.</summary>
[TableNote(Notes.OneProcess)]
public class TextGetBenchmarks
{
    private static readonly Request TextGet = Request.Get(Routes.TextPlain);

    private SamplePair apps = null!;

    [Params(Transport.InMemory, Transport.Socket, Transport.Https)]
    public Transport Transport { get; set; }

    [GlobalSetup]
    public async Task Setup() => apps = await SamplePair.Start(Transport, TextGet, HttpStatusCode.OK);

    [GlobalCleanup]
    public void Cleanup() => apps.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> Minimal() => Sequential.Run(() => TextGet.Send(apps.Minimal));

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> Controller() => Sequential.Run(() => TextGet.Send(apps.Controller));
}
