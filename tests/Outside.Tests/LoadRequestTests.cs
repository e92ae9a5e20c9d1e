namespace Outside.Tests;

public sealed class LoadRequestTests : LoadProgram
{
    private static readonly LoadRequest Request = new(
        "PUT",
        new Dictionary<string, string> { ["X-Key"] = "abc" },
        "{\"name\":\"Zoë \\\\ \\n\"}",
        201,
        "store"
    );

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public void What_is_no_answer_says_what_to_do()
    {
        NeedsTools();
        using var server = SampleServer.Start(new ServerStart(Checkout.LoadFixture, [], []), Cancelled);

        Assert.EndsWith(
            "500 Internal Server Error. There is nothing to measure. It logged: System.InvalidOperationException: no such shop",
            Refusal("/broken")
        );
        Assert.Matches(
            "302 Found. There is nothing to measure. It redirects to http://127.0.0.1:[0-9]+/login: if that is a login, send a header such as Authorization.",
            Refusal("/old")
        );
        Assert.EndsWith(
            "It redirects to https://localhost/plain: load tests do not use HTTPS, so the application must not require it.",
            Refusal("/plain-http")
        );
        Assert.EndsWith("401 Unauthorized. There is nothing to measure. Send a header such as Authorization.", Refusal("/mine"));

        var typed = new LoadRequest("POST", new Dictionary<string, string> { ["Content-Type"] = "application/json" });
        Assert.Empty(Probe.Get(new Uri(server.Addresses[0], "/typed"), Cancelled, typed).Body);
        Assert.EndsWith(
            "201 Created instead of 202. There is nothing to measure.",
            Refusal("/made", LoadRequest.Get with { Status = 202 })
        );

        string Refusal(string path, LoadRequest? request = null) =>
            Assert.Throws<LoadException>(() => Probe.Get(new Uri(server.Addresses[0], path), Cancelled, request, server)).Message;
    }

    // A second Host header would be refused.
    [Theory]
    [InlineData("Host", "shop.example")]
    [InlineData("host", "shop.example:8080")]
    public void Method_headers_body_and_expectations_hold_for_all_that_is_sent(string hostHeader, string host)
    {
        NeedsTools();
        var sent = Request with { Headers = new Dictionary<string, string>(Request.Headers) { [hostHeader] = host } };
        using var server = SampleServer.Start(new ServerStart(Checkout.LoadFixture, [], []), Cancelled);
        var url = new Uri(server.Addresses[0], "/orders");

        Assert.Equal("stored", Probe.Get(url, Cancelled, sent).Body);
        var throughput = Wrk.Run([(url, 4)], 1, TimeSpan.FromSeconds(1), Folder, Cancelled, request: sent);
        var times = H2Load.Times([(url, 4)], 1, TimeSpan.FromSeconds(1), Folder, Cancelled, request: sent);

        Assert.True(throughput.Requests > 0);
        Assert.Equal(1, throughput.Success);
        Assert.True(times.Milliseconds.Count > 0);
        Assert.Equal(0, times.Failed);
        Assert.Empty(Directory.EnumerateFiles(Folder, "body-*"));

        var refused = Assert.Throws<LoadException>(() => Probe.Get(url, Cancelled, sent with { Body = "{}" }));
        Assert.EndsWith("/orders returns 400 Bad Request instead of 201. There is nothing to measure.", refused.Message);
        var other = Assert.Throws<LoadException>(() => Probe.Get(url, Cancelled, sent with { Contained = "kept" }));
        Assert.Matches("^the response body of .*/orders does not contain 'kept'\\.$", other.Message);
    }
}
