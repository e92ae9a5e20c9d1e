using System.Net;
using Benchmarks.Apps;
using Samples.MinimalApi;

namespace Benchmarks.WebApi;

/// <summary>The pair and a third alternative: the minimal application with validation switched off.</summary>
internal sealed class SampleTrio : IDisposable
{
    private readonly SamplePair pair;
    private readonly SampleApp<MinimalApiApp> withoutValidation;

    private SampleTrio(SamplePair pair, SampleApp<MinimalApiApp> withoutValidation)
    {
        this.pair = pair;
        this.withoutValidation = withoutValidation;
    }

    public HttpClient Minimal => pair.Minimal;

    public HttpClient MinimalWithoutValidation => withoutValidation.Client;

    public HttpClient Controller => pair.Controller;

    public static async Task<SampleTrio> Start(Transport transport, Request valid, Request invalid)
    {
        var trio = new SampleTrio(
            await SamplePair.Start(transport, valid, HttpStatusCode.OK),
            new SampleApp<MinimalApiApp>(transport, ("Validation", "false"))
        );

        Answers.EnsureAllEqual(
            await valid.Ask(trio.Minimal),
            (nameof(MinimalWithoutValidation), await valid.Ask(trio.MinimalWithoutValidation))
        );
        // What is said to validate has to refuse, and what is said not to has to accept: else nothing is compared.
        Answers.EnsureAllEqual(
            HttpStatusCode.BadRequest,
            (nameof(Minimal), await invalid.Send(trio.Minimal)),
            (nameof(Controller), await invalid.Send(trio.Controller))
        );
        Answers.EnsureAllEqual(HttpStatusCode.OK, (nameof(MinimalWithoutValidation), await invalid.Send(trio.MinimalWithoutValidation)));
        return trio;
    }

    public void Dispose()
    {
        pair.Dispose();
        withoutValidation.Dispose();
    }
}
