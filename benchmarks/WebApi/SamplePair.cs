using System.Net;
using Benchmarks.Apps;
using Samples.ControllerApi;
using Samples.MinimalApi;

namespace Benchmarks.WebApi;

/// <summary>Both sample applications, each sent the benchmark's request once, and checked to give the same answer.</summary>
internal sealed class SamplePair : IDisposable
{
    private readonly SampleApp<MinimalApiApp> minimal;
    private readonly SampleApp<ControllerApiApp> controller;

    private SamplePair(Transport transport)
    {
        minimal = new SampleApp<MinimalApiApp>(transport);
        controller = new SampleApp<ControllerApiApp>(transport);
    }

    public HttpClient Minimal => minimal.Client;

    public HttpClient Controller => controller.Client;

    public static async Task<SamplePair> Start(
        Transport transport,
        Request request,
        HttpStatusCode expectedStatus,
        Action<Answer>? check = null
    )
    {
        var pair = new SamplePair(transport);
        var answer = await request.Ask(pair.Minimal);
        Answers.EnsureAllEqual(expectedStatus, (nameof(Minimal), answer.Status));
        Answers.EnsureAllEqual(answer, (nameof(Controller), await request.Ask(pair.Controller)));
        check?.Invoke(answer);
        return pair;
    }

    public void Dispose()
    {
        minimal.Dispose();
        controller.Dispose();
    }
}
