using System.Text.Json;
using Bench.MockResponses;
using Microsoft.Extensions.DependencyInjection;

namespace Benchmarks.HttpClients.Libraries;

/// <summary>The far end that every library calls: canned answers, no socket.</summary>
internal static class Backend
{
    public const string Id = "id001";

    public static readonly Uri BaseAddress = new("http://localhost/");

    public static readonly Model Model = new(
        Id,
        "Ada Lovelace",
        "ada@example.org",
        36,
        new DateTime(2024, 12, 10, 9, 30, 0, DateTimeKind.Utc)
    );

    /// <summary>The one serializer configuration of <see cref="ClientSettings.Aligned"/>.</summary>
    public static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web);

    public static MockResponseHandler CreateHandler()
    {
        var answer = MockResponse.Json(JsonSerializer.SerializeToUtf8Bytes(Model, Json));
        var handler = new MockResponseHandler().MapGet($"/benchmarks/{Id}", answer).MapPost("/benchmarks", answer);
        // The first request prepares the routes: the mock's work, and not part of a client's first call.
        using var invoker = new HttpMessageInvoker(handler, disposeHandler: false);
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(BaseAddress, $"benchmarks/{Id}"));
        using var _ = invoker.Send(request, CancellationToken.None);
        return handler;
    }

    /// <summary>Puts the mock under a factory client, and takes the factory's logging handlers away where settings are aligned.</summary>
    public static IHttpClientBuilder AnswersFromMemory(this IHttpClientBuilder builder, ClientSettings settings)
    {
        var handler = CreateHandler();
        builder
            .ConfigureHttpClient(client => client.BaseAddress = BaseAddress)
            .ConfigurePrimaryHttpMessageHandler(() => handler)
            // A handler that is replaced after two minutes would be a second first call in the middle of a measurement.
            .SetHandlerLifetime(Timeout.InfiniteTimeSpan);
        return settings == ClientSettings.Aligned ? builder.RemoveAllLoggers() : builder;
    }
}
