using System.Net;
using Benchmarks.Apps;
using Samples.MinimalApi;

namespace Benchmarks.WebApi;

/// <summary>The pair and a third way beside it: the minimal application with validation switched off.</summary>
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

        Answers.MustAllBe(
            await valid.Ask(trio.Minimal),
            (nameof(MinimalWithoutValidation), await valid.Ask(trio.MinimalWithoutValidation))
        );
        // A way that is said to validate must refuse, and the one that is said not to must not: else the row compares nothing.
        Answers.MustAllBe(
            HttpStatusCode.BadRequest,
            (nameof(Minimal), await invalid.Send(trio.Minimal)),
            (nameof(Controller), await invalid.Send(trio.Controller))
        );
        Answers.MustAllBe(HttpStatusCode.OK, (nameof(MinimalWithoutValidation), await invalid.Send(trio.MinimalWithoutValidation)));
        return trio;
    }

    public void Dispose()
    {
        pair.Dispose();
        withoutValidation.Dispose();
    }
}
