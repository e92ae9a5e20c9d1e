using System.IO.Compression;
using System.Text;
using Microsoft.Extensions.DependencyInjection;
using Samples.MiddlewareApi;
using Endpoint = Samples.MiddlewareApi.Endpoint;

namespace Suite.Tests.Middleware;

public sealed class LayerTests
{
    public static TheoryData<Endpoint, Layers> Combinations
    {
        get
        {
            var all = new TheoryData<Endpoint, Layers>();
            foreach (var endpoint in Enum.GetValues<Endpoint>())
            {
                foreach (var layers in Enum.GetValues<Layers>().SelectMany(layers => new[] { layers, Layers.All & ~layers }).Distinct())
                    all.Add(endpoint, layers);
            }

            return all;
        }
    }

    [Theory]
    [MemberData(nameof(Combinations))]
    public async Task The_answer_is_the_same_and_bears_the_marks_of_its_layers(Endpoint endpoint, Layers layers)
    {
        using var factory = Start(("Endpoint", $"{endpoint}"), ("Layers", $"{layers}"));

        var answer = await Ask(
            factory,
            ("Authorization", MiddlewareApp.Authorization),
            ("Origin", "https://example.org"),
            ("Accept-Encoding", "gzip"),
            ("X-Request-Id", "a-caller-s-own")
        );

        var isZipped = layers.HasFlag(Layers.Compression);
        Assert.Equal((200, "text/plain; charset=utf-8"), (answer.Status, answer.ContentType));
        Assert.Equal(MiddlewareApp.Answer, isZipped ? Unzip(answer.Body) : answer.Text);
        Assert.Equal(isZipped, answer.OtherHeaders.Contains("Content-Encoding: gzip"));
        Assert.Equal(layers.HasFlag(Layers.Cors), answer.OtherHeaders.Contains("Access-Control-Allow-Origin: *"));
        Assert.Equal(
            layers.HasFlag(Layers.RequestId),
            answer.OtherHeaders.Contains("X-Request-Id: a-caller-s-own", StringComparer.OrdinalIgnoreCase)
        );
        Assert.Equal(layers.HasFlag(Layers.NoCache), answer.OtherHeaders.Contains("Pragma: no-cache"));
    }

    [Theory]
    [InlineData(Endpoint.Bare)]
    [InlineData(Endpoint.Minimal)]
    [InlineData(Endpoint.Controller)]
    public async Task Without_the_token_nobody_gets_in(Endpoint endpoint)
    {
        using var factory = Start(("Endpoint", $"{endpoint}"), ("Layers", "Authentication"));

        var refused = await Ask(factory);
        Assert.Equal(401, refused.Status);
        Assert.Contains("WWW-Authenticate: Bearer", refused.OtherHeaders);
        Assert.Equal(
            200,
            (
                await Ask(factory, ("Authorization", MiddlewareApp.Authorization.Replace("Bearer", "bearer", StringComparison.Ordinal)))
            ).Status
        );
        Assert.Equal(401, (await Ask(factory, ("Authorization", "Bearer another"))).Status);
    }

    [Theory]
    [InlineData("none", false)]
    [InlineData("RequestLogging", true)]
    [InlineData("bodydump", true)]
    [InlineData("RequestId, RequestLogging,BodyDump", true)]
    public async Task Logging_formats_what_it_logs(string layers, bool logs)
    {
        using var factory = Start(("Layers", layers));
        await Ask(factory);
        var sink = factory
            .Services.GetServices<Microsoft.Extensions.Logging.ILoggerProvider>()
            .OfType<global::Samples.MiddlewareApi.Pipeline.FormattingLoggerProvider>()
            .SingleOrDefault();
        Assert.Equal(logs, sink is { Characters: > 10 });
    }

    [Theory]
    [InlineData("a b")]
    [InlineData("a\u00e9")]
    [InlineData("12345678901234567890123456789012345678901234567890123456789012345")]
    public async Task A_request_id_that_could_harm_a_log_is_not_taken_over(string given)
    {
        using var factory = Start(("Layers", "RequestId"));
        var answer = await Ask(factory, ("X-Request-Id", given));
        var id = Assert.Single(answer.OtherHeaders, header => header.StartsWith("X-Request-Id: ", StringComparison.OrdinalIgnoreCase))[
            "X-Request-Id: ".Length..
        ];
        Assert.Equal(32, id.Length);
    }

    [Theory]
    [InlineData("Layers", "Cors,Everything")]
    [InlineData("Layers", "1")]
    [InlineData("Endpoint", "Razor")]
    public void A_typing_error_is_refused(string key, string value)
    {
        using var factory = Start((key, value));
        Assert.Contains($"{key} is one of", Assert.ThrowsAny<Exception>(() => factory.CreateClient()).ToString());
    }

    private static SampleFactory<MiddlewareApp> Start(params (string Name, string Value)[] settings) =>
        new(settings.ToDictionary(setting => setting.Name, setting => setting.Value));

    private static async Task<Answer> Ask(SampleFactory<MiddlewareApp> factory, params (string Name, string Value)[] headers)
    {
        using var client = factory.CreateClient();
        return await (Call.Get(MiddlewareApp.Path) with { Headers = headers }).SendTo(client);
    }

    private static string Unzip(byte[] body)
    {
        using var gzip = new GZipStream(new MemoryStream(body), CompressionMode.Decompress);
        using var reader = new StreamReader(gzip, Encoding.UTF8);
        return reader.ReadToEnd();
    }
}
