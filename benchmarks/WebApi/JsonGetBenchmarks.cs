using System.Net;
using Bench.Harness;
using BenchmarkDotNet.Attributes;
using Benchmarks.Apps;
using Samples.Contracts;

namespace Benchmarks.WebApi;

/// <summary>Serializing an answer: three people, and a page of about 20 KB, where the serializer does most of the work.</summary>
[TableNote(Notes.OneProcess)]
public class JsonGetBenchmarks
{
    private const int TwentyKilobytes = 20 * 1024;
    private const int PeopleInTwentyKilobytes = 325;

    private SamplePair apps = null!;
    private Request jsonGet = null!;

    [Params(Transport.InMemory, Transport.Socket, Transport.Https)]
    public Transport Transport { get; set; }

    [Params(People.DefaultPageSize, PeopleInTwentyKilobytes)]
    public int PageSize { get; set; }

    [GlobalSetup]
    public async Task Setup()
    {
        jsonGet = Request.Get($"{Routes.Jsons}?size={PageSize}");
        apps = await SamplePair.Start(Transport, jsonGet, HttpStatusCode.OK, CheckSize);
    }

    [GlobalCleanup]
    public void Cleanup() => apps.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> Minimal() => Sequential.Run(() => jsonGet.Send(apps.Minimal));

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> Controller() => Sequential.Run(() => jsonGet.Send(apps.Controller));

    // The page is called 20 KB in every table: it must be.
    private void CheckSize(Answer answer)
    {
        if (PageSize == PeopleInTwentyKilobytes && Math.Abs(answer.Body.Length - TwentyKilobytes) > TwentyKilobytes / 10)
            throw new InvalidOperationException(
                $"A page of {PageSize} people has {answer.Body.Length} bytes, not about {TwentyKilobytes}."
            );
    }
}
