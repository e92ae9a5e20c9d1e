using System.Net;
using System.Text;
using Bench.Harness;
using Bench.MockResponses;
using BenchmarkDotNet.Attributes;
using Benchmarks.HttpClients.Libraries;

namespace Benchmarks.HttpClients;

/// <summary>
/// What the mock response handler costs with many routes, with a log, and on several threads at once: through HttpMessageInvoker, without
/// any client, synchronously, so that threads are all there is.
/// </summary>
[TableNote(
    "All alternatives send 8 times 25,000 requests; the log is emptied after each thousand. EightThreads sends them on 8 threads at once: with as many cores free it would take 0.125 of the time, with two 0.5. LeastOnEightThreads beside Least says what the machine gives eight threads that share nothing but the collector."
)]
public class MockScalingBenchmarks
{
    private const int Threads = 8;
    private const int Batch = 1000;

    // Eight threads take most of a millisecond to start.
    private const int RequestsOfThread = 25 * Batch;
    private const int Many = 1000;
    private const string Json = """{"id":1}""";

    private static readonly Uri Uri = new(Backend.BaseAddress, "items/999");

    private readonly RequestLog log = new();
    private HttpMessageInvoker one = null!;
    private HttpMessageInvoker many = null!;
    private HttpMessageInvoker logged = null!;
    private HttpMessageInvoker least = null!;

    [GlobalSetup]
    public void Setup()
    {
        one = new HttpMessageInvoker(WithRoutes([Many - 1]));
        many = new HttpMessageInvoker(WithRoutes(Enumerable.Range(0, Many)));
        logged = new HttpMessageInvoker(WithRoutes([Many - 1]).LogTo(log));
        least = new HttpMessageInvoker(new LeastHandler());
        if (new[] { one, many, logged, least }.Any(invoker => Send(invoker) != HttpStatusCode.OK) || log.Requests.Count != 1)
            throw new InvalidOperationException("A route is not answered, or not logged.");
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Threads * RequestsOfThread)]
    public HttpStatusCode OneRoute() => SendAll(one);

    [Benchmark(OperationsPerInvoke = Threads * RequestsOfThread)]
    public HttpStatusCode ThousandRoutes() => SendAll(many);

    [Benchmark(OperationsPerInvoke = Threads * RequestsOfThread)]
    public HttpStatusCode Logged()
    {
        var last = default(HttpStatusCode);
        for (var i = 0; i < Threads * RequestsOfThread / Batch; i++)
        {
            last = SendSome(logged, Batch);
            log.Clear();
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Threads * RequestsOfThread)]
    public HttpStatusCode EightThreads() => SendOnThreads(one);

    [Benchmark(OperationsPerInvoke = Threads * RequestsOfThread)]
    public HttpStatusCode Least() => SendAll(least);

    [Benchmark(OperationsPerInvoke = Threads * RequestsOfThread)]
    public HttpStatusCode LeastOnEightThreads() => SendOnThreads(least);

    private static HttpStatusCode SendOnThreads(HttpMessageInvoker invoker)
    {
        var last = default(HttpStatusCode);
        var threads = new Thread[Threads];
        for (var i = 0; i < Threads; i++)
        {
            threads[i] = new Thread(() => last = SendSome(invoker, RequestsOfThread));
            threads[i].Start();
        }

        foreach (var thread in threads)
            thread.Join();
        return last;
    }

    private static HttpStatusCode SendAll(HttpMessageInvoker invoker)
    {
        var last = default(HttpStatusCode);
        for (var i = 0; i < Threads; i++)
            last = SendSome(invoker, RequestsOfThread);
        return last;
    }

    private static HttpStatusCode SendSome(HttpMessageInvoker invoker, int requests)
    {
        var last = default(HttpStatusCode);
        for (var i = 0; i < requests; i++)
            last = Send(invoker);
        return last;
    }

    private static HttpStatusCode Send(HttpMessageInvoker invoker)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, Uri);
        using var response = invoker.Send(request, CancellationToken.None);
        return response.StatusCode;
    }

    private static MockResponseHandler WithRoutes(IEnumerable<int> routes)
    {
        var handler = new MockResponseHandler();
        foreach (var route in routes)
            handler.MapGet($"/items/{route}", MockResponse.Json(Json));
        return handler;
    }

    /// <summary>The least that answers the same: it does not look where the request goes.</summary>
    private sealed class LeastHandler : HttpMessageHandler
    {
        private static readonly byte[] Body = Encoding.UTF8.GetBytes(Json);

        protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            var response = new HttpResponseMessage(HttpStatusCode.OK) { Content = new ByteArrayContent(Body), RequestMessage = request };
            response.Content.Headers.TryAddWithoutValidation("Content-Type", "application/json; charset=utf-8");
            return response;
        }

        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
            Task.FromResult(Send(request, cancellationToken));
    }
}
