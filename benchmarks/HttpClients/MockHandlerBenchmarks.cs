using System.Net;
using System.Text.Json;
using Bench.MockResponses;
using BenchmarkDotNet.Attributes;
using Benchmarks.HttpClients.Libraries;
using RichardSzalay.MockHttp;

namespace Benchmarks.HttpClients;

/// <summary>
/// What the mock response handler itself costs under the other tables of this folder: the bare handler, through
/// HttpMessageInvoker, without any client.
/// </summary>
public class MockHandlerBenchmarks
{
    private static readonly byte[] Body = JsonSerializer.SerializeToUtf8Bytes(Backend.Model, Backend.Json);
    private static readonly Uri GetUri = new(Backend.BaseAddress, $"benchmarks/{Backend.Id}");
    private static readonly Uri PostUri = new(Backend.BaseAddress, "benchmarks");

    private HttpMessageInvoker least = null!;
    private HttpMessageInvoker mockResponses = null!;
    private HttpMessageInvoker richardSzalay = null!;

    [Params("GET", "POST")]
    public string Verb { get; set; } = "GET";

    [GlobalSetup]
    public async Task Setup()
    {
        least = new HttpMessageInvoker(new LeastHandler());
        mockResponses = new HttpMessageInvoker(Backend.CreateHandler());
        richardSzalay = new HttpMessageInvoker(CreateRichardSzalay());

        var expected = Convert.ToBase64String(Body);
        Answers.EnsureAllEqual(
            $"OK True application/json; charset=utf-8 {expected}",
            (nameof(LeastHandler), await Describe(least)),
            (nameof(MockResponseHandler), await Describe(mockResponses)),
            (nameof(MockHttpMessageHandler), await Describe(richardSzalay))
        );
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        least.Dispose();
        mockResponses.Dispose();
        richardSzalay.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> Least() => Sequential.Run(() => Send(least));

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> MockResponses() => Sequential.Run(() => Send(mockResponses));

    [Benchmark(OperationsPerInvoke = Sequential.Calls)]
    public Task<HttpStatusCode> RichardSzalay() => Sequential.Run(() => Send(richardSzalay));

    private async Task<HttpStatusCode> Send(HttpMessageInvoker invoker)
    {
        using var request = CreateRequest();
        using var response = await invoker.SendAsync(request, CancellationToken.None);
        return response.StatusCode;
    }

    private async Task<string> Describe(HttpMessageInvoker invoker)
    {
        using var request = CreateRequest();
        using var response = await invoker.SendAsync(request, CancellationToken.None);
        var body = Convert.ToBase64String(await response.Content.ReadAsByteArrayAsync());
        return $"{response.StatusCode} {response.RequestMessage == request} {response.Content.Headers.ContentType} {body}";
    }

    private HttpRequestMessage CreateRequest() =>
        Verb == "GET"
            ? new HttpRequestMessage(HttpMethod.Get, GetUri)
            : new HttpRequestMessage(HttpMethod.Post, PostUri) { Content = new ByteArrayContent(Body) };

    private static MockHttpMessageHandler CreateRichardSzalay()
    {
        var handler = new MockHttpMessageHandler();
        handler.When(HttpMethod.Get, GetUri.ToString()).Respond(_ => CreateAnswer());
        // It does not read a request's body by itself, and the others do.
        handler
            .When(HttpMethod.Post, PostUri.ToString())
            .Respond(async request =>
            {
                await request.Content!.CopyToAsync(Stream.Null);
                return CreateAnswer();
            });
        return handler;
    }

    private static HttpResponseMessage CreateAnswer()
    {
        var response = new HttpResponseMessage(HttpStatusCode.OK) { Content = new ByteArrayContent(Body) };
        response.Content.Headers.TryAddWithoutValidation("Content-Type", "application/json; charset=utf-8");
        return response;
    }

    /// <summary>The least that answers right: it does not look where the request goes.</summary>
    private sealed class LeastHandler : HttpMessageHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
            request.Content is { } content ? Drain(request, content, cancellationToken) : Task.FromResult(Answer(request));

        private static async Task<HttpResponseMessage> Drain(
            HttpRequestMessage request,
            HttpContent content,
            CancellationToken cancellationToken
        )
        {
            await content.CopyToAsync(Stream.Null, cancellationToken);
            return Answer(request);
        }

        private static HttpResponseMessage Answer(HttpRequestMessage request)
        {
            var response = CreateAnswer();
            response.RequestMessage = request;
            return response;
        }
    }
}
