using System.Net;
using Bench.Harness;
using BenchmarkDotNet.Attributes;
using Benchmarks.Apps;
using Samples.Contracts;

namespace Benchmarks.WebApi;

/// <summary>Binding, validating and echoing a model with twenty rules that it obeys: what grows with the number of rules.</summary>
[TableNote(Notes.OneProcess)]
public class TwentyRulesPostBenchmarks
{
    private static readonly Request Valid = Request.Post(Routes.Registrations, Bodies.TwentyRules);
    private static readonly Request Invalid = Request.Post(Routes.Registrations, Bodies.Empty);

    private SampleTrio apps = null!;

    [Params(Transport.InMemory, Transport.Socket, Transport.Https)]
    public Transport Transport { get; set; }

    [GlobalSetup]
    public async Task Setup() => apps = await SampleTrio.Start(Transport, Valid, Invalid);

    [GlobalCleanup]
    public void Cleanup() => apps.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> Minimal() => Sequential.Run(() => Valid.Send(apps.Minimal));

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> MinimalWithoutValidation() => Sequential.Run(() => Valid.Send(apps.MinimalWithoutValidation));

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> Controller() => Sequential.Run(() => Valid.Send(apps.Controller));
}
