using System.Net;
using System.Net.Http.Json;
using static Bench.MockResponses.Tests.MockClient;

namespace Bench.MockResponses.Tests;

public sealed class SendTests
{
    private static MockResponseHandler Handler() =>
        new MockResponseHandler()
            .MapGet("/a", MockResponse.Json("""{"id":1}"""))
            .MapPost("/a", MockResponse.Json("""{"id":2}""", HttpStatusCode.Created));

    [Fact]
    public async Task Answers_a_client()
    {
        using HttpClient client = Handler().Client();
        Assert.Equal("""{"id":1}""", await client.GetStringAsync("/a", Cancel));
        Assert.Equal(new Item(1), await client.GetFromJsonAsync<Item>("a", Cancel));
        using HttpResponseMessage posted = await client.PostAsJsonAsync("/a", new Item(7), Cancel);
        Assert.Equal(new Item(2), await posted.Content.ReadFromJsonAsync<Item>(Cancel));
        await using Stream stream = await client.GetStreamAsync("/a", Cancel);
        Assert.Equal("""{"id":1}""", await new StreamReader(stream).ReadToEndAsync(Cancel));
    }

    [Fact]
    public void Answers_a_client_that_sends_synchronously()
    {
        using HttpClient client = Handler().Client();
        using HttpRequestMessage request = new(HttpMethod.Post, "/a") { Content = new StringContent("{}") };
        using HttpResponseMessage response = client.Send(request, Cancel);
        Assert.Equal(HttpStatusCode.Created, response.StatusCode);
        Assert.Equal("""{"id":2}""", response.Body());
        Assert.Same(request, response.RequestMessage);
    }

    [Fact]
    public async Task Sets_the_request_message()
    {
        using HttpMessageInvoker invoker = Handler().Invoker();
        foreach (
            HttpRequestMessage request in new[] { Request(HttpMethod.Get, "/a"), Request(HttpMethod.Post, "/a", new StringContent("{}")) }
        )
            Assert.Same(request, (await invoker.SendAsync(request, Cancel)).RequestMessage);
    }

    [Fact]
    public void Has_completed_on_return_when_nothing_has_to_be_awaited()
    {
        using HttpMessageInvoker invoker = Handler().Invoker();
        Assert.True(invoker.SendAsync(Request(HttpMethod.Get, "/a"), Cancel).IsCompletedSuccessfully);
        Assert.True(invoker.SendAsync(Request(HttpMethod.Get, "/not-there"), Cancel).IsCompletedSuccessfully);
        Assert.True(invoker.SendAsync(Request(HttpMethod.Post, "/a", new StringContent("{}")), Cancel).IsCompletedSuccessfully);
        Assert.True(invoker.SendAsync(Request(HttpMethod.Post, "/a", new RequestContent(3)), Cancel).IsCompletedSuccessfully);
    }

    [Theory]
    [InlineData("/a", true)]
    [InlineData("/a", false)]
    [InlineData("/not-there", true)]
    [InlineData("/not-there", false)]
    public async Task Reads_the_request_body_to_its_end(string path, bool async)
    {
        using HttpMessageInvoker invoker = Handler().Invoker();
        var content = new RequestContent(chunks: 5, before: _ => Task.Delay(1, Cancel));
        HttpRequestMessage request = Request(HttpMethod.Post, path, content);
        using HttpResponseMessage response = async ? await invoker.SendAsync(request, Cancel) : invoker.Send(request, Cancel);
        Assert.Equal(5 * RequestContent.ChunkSize, content.BytesRead);
    }

    [Fact]
    public async Task Reads_the_request_body_without_a_token_too()
    {
        using HttpMessageInvoker invoker = Handler().Invoker();
        var content = new RequestContent(chunks: 5);
        using HttpResponseMessage response = await invoker.SendAsync(Request(HttpMethod.Post, "/a", content), CancellationToken.None);
        Assert.Equal(5 * RequestContent.ChunkSize, content.BytesRead);
    }

    [Fact]
    public async Task Reads_the_common_contents()
    {
        using HttpClient client = Handler().Client();
        var source = new MemoryStream(new byte[100_000]);
        HttpContent[] contents =
        [
            new StringContent("text"),
            new ByteArrayContent(new byte[100]),
            new ReadOnlyMemoryContent(new byte[100]),
            new StreamContent(source),
            new FormUrlEncodedContent([new("a", "b")]),
            new MultipartFormDataContent { { new StringContent("text"), "part" } },
            JsonContent.Create(new Item(1)),
        ];

        foreach (HttpContent content in contents)
        {
            using HttpResponseMessage response = await client.PostAsync("/a", content, Cancel);
            Assert.Equal(HttpStatusCode.Created, response.StatusCode);
        }

        Assert.Equal(source.Length, source.Position);
    }

    [Fact]
    public async Task A_failing_content_is_the_failure_of_the_task()
    {
        using HttpMessageInvoker invoker = Handler().Invoker();
        var failure = new FormatException();
        Task<HttpResponseMessage> task = invoker.SendAsync(Request(HttpMethod.Post, "/a", new FailingContent(failure)), Cancel);
        Assert.Same(failure, await Assert.ThrowsAsync<FormatException>(() => task));
        Assert.True(task.IsFaulted);
    }

    [Fact]
    public async Task A_content_that_fails_half_way_is_the_failure_of_the_task()
    {
        using HttpMessageInvoker invoker = Handler().Invoker();
        var content = new RequestContent(5, i => i == 3 ? Task.FromException(new FormatException()) : Task.CompletedTask);
        Task<HttpResponseMessage> task = invoker.SendAsync(Request(HttpMethod.Post, "/a", content), Cancel);
        await Assert.ThrowsAsync<FormatException>(() => task);
        Assert.Equal(3 * RequestContent.ChunkSize, content.BytesRead);
    }

    [Fact]
    public void A_failing_content_fails_a_synchronous_send()
    {
        using HttpMessageInvoker invoker = Handler().Invoker();
        Assert.Throws<FormatException>(() =>
            invoker.Send(Request(HttpMethod.Post, "/a", new FailingContent(new FormatException())), Cancel)
        );
    }

    [Theory]
    [InlineData(null)]
    [InlineData("/a")]
    [InlineData("a")]
    public async Task A_request_needs_an_absolute_uri(string? uri)
    {
        using HttpMessageInvoker invoker = Handler().Invoker();
        using var request = new HttpRequestMessage(HttpMethod.Get, uri);
        Task<HttpResponseMessage> task = invoker.SendAsync(request, Cancel);
        await Assert.ThrowsAsync<InvalidOperationException>(() => task);
        Assert.Throws<InvalidOperationException>(() => invoker.Send(request, Cancel));
    }

    [Fact]
    public void Many_clients_may_share_a_handler_and_dispose_it()
    {
        MockResponseHandler handler = Handler();
        for (int i = 0; i < 3; i++)
        {
            using HttpClient client = handler.Client();
            Assert.Equal("""{"id":1}""", client.Send(new HttpRequestMessage(HttpMethod.Get, "/a"), Cancel).Body());
        }
    }

    [Fact]
    public async Task Many_threads_each_get_their_own_answers()
    {
        const int Paths = 100;
        var handler = new MockResponseHandler();
        for (int i = 0; i < Paths; i++)
            handler.MapGet($"/items/{i}", MockResponse.Text($"item {i}").WithHeader("ETag", $"\"{i}\""));
        using HttpClient client = handler.Client();
        using var start = new Barrier(64);
        var failures = new List<Exception>();

        Thread[] threads =
        [
            .. Enumerable
                .Range(0, 64)
                .Select(seed => new Thread(() =>
                {
                    try
                    {
                        var random = new Random(seed);
                        start.SignalAndWait();
                        for (int round = 0; round < 500; round++)
                        {
                            int i = random.Next(Paths);
                            using HttpRequestMessage request = Request(HttpMethod.Get, $"/items/{i}");
                            using HttpResponseMessage response =
                                round % 2 == 0 ? client.Send(request) : client.SendAsync(request).GetAwaiter().GetResult();
                            Assert.Equal($"item {i}", response.Body());
                            Assert.Equal($"\"{i}\"", response.Headers.ETag?.Tag);
                            Assert.Same(request, response.RequestMessage);
                        }
                    }
                    catch (Exception failure)
                    {
                        lock (failures)
                            failures.Add(failure);
                    }
                })),
        ];

        foreach (Thread thread in threads)
            thread.Start();
        await Task.Run(() => Array.ForEach(threads, thread => thread.Join()), Cancel);
        Assert.Empty(failures);
    }

    private sealed record Item(int Id);
}
