using System.Net;
using Bench.Harness;
using BenchmarkDotNet.Attributes;
using Benchmarks.Apps;
using Samples.Contracts;

namespace Benchmarks.WebApi;

/// <summary>Refusing a model that breaks two rules: validation and the writing of a problem document.</summary>
[TableNote(Notes.OneProcess)]
[TableNote("The bodies are the same but for the trace id; controllers add `; charset=utf-8` to the media type.")]
public class InvalidPostBenchmarks
{
    private static readonly Request Invalid = Request.Post(Routes.Validations, Bodies.Invalid);

    private SamplePair apps = null!;

    [Params(Transport.InMemory, Transport.Socket, Transport.Https)]
    public Transport Transport { get; set; }

    [GlobalSetup]
    public async Task Setup() => apps = await SamplePair.Start(Transport, Invalid, HttpStatusCode.BadRequest);

    [GlobalCleanup]
    public void Cleanup() => apps.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> Minimal() => Sequential.Run(() => Invalid.Send(apps.Minimal));

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> Controller() => Sequential.Run(() => Invalid.Send(apps.Controller));
}
