using System.IO.Compression;
using System.Net;
using System.Text;
using Benchmarks.Apps;
using Samples.MiddlewareApi;

namespace Benchmarks.Middleware;

/// <summary>The middleware sample with the layers of the benchmark that is run: a process runs one, so one application is enough.</summary>
internal sealed class LayeredApp(Transport transport) : IDisposable
{
    private static readonly Request Get = Request.Get(MiddlewareApp.Path);

    private SampleApp<MiddlewareApp>? app;

    /// <summary>Sends the benchmark's requests; starts the application, and checks its answer, before the first.</summary>
    public Task<HttpStatusCode> Run(Endpoint endpoint, Layers layers) =>
        app is null ? StartAndRun(endpoint, layers) : Sequential.Run(() => Get.Send(app.Client));

    public void Dispose() => app?.Dispose();

    private async Task<HttpStatusCode> StartAndRun(Endpoint endpoint, Layers layers)
    {
        var started = new SampleApp<MiddlewareApp>(transport, ("Endpoint", endpoint.ToString()), ("Layers", layers.ToString()));
        var headers = started.Client.DefaultRequestHeaders;
        headers.Add("Authorization", MiddlewareApp.Authorization);
        headers.Add("Origin", "https://example.org");
        headers.Add("Accept-Encoding", "gzip");

        var answer = await Get.Ask(started.Client);
        Answers.EnsureAllEqual(HttpStatusCode.OK, (endpoint.ToString(), answer.Status));
        Answers.EnsureAllEqual(
            MiddlewareApp.Answer,
            (endpoint.ToString(), Encoding.UTF8.GetString(layers.HasFlag(Layers.Compression) ? Unzip(answer.Body) : answer.Body))
        );
        app = started;
        return await Sequential.Run(() => Get.Send(started.Client));
    }

    private static byte[] Unzip(byte[] body)
    {
        using var unzipped = new MemoryStream();
        using (var gzip = new GZipStream(new MemoryStream(body), CompressionMode.Decompress))
            gzip.CopyTo(unzipped);
        return unzipped.ToArray();
    }
}
