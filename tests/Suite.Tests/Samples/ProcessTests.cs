namespace Suite.Tests.Samples;

[Trait("Category", "Process")]
public sealed class ProcessTests(RunningSamples samples)
{
    private const string FreePort = "http://127.0.0.1:0";

    public static TheoryData<Sample> Programs => [Sample.Minimal, Sample.Controller];

    [Theory]
    [MemberData(nameof(Programs))]
    public async Task It_says_where_it_listens_and_answers_there(Sample sample)
    {
        using var process = SampleProcess.Start(sample, ["--urls", FreePort]);
        var address = Assert.Single(await process.ReadAddresses());
        var answer = await Ask(address, Call.Get(Routes.TextPlain));
        Assert.StartsWith("http://127.0.0.1:", address);
        Assert.Equal("response", answer.Text);
    }

    [Theory]
    [MemberData(nameof(Programs))]
    public async Task Addresses_can_come_from_the_environment(Sample sample)
    {
        using var process = SampleProcess.Start(sample, [], ("ASPNETCORE_URLS", $"{FreePort};http://[::1]:0"));
        Assert.Equal(2, (await process.ReadAddresses()).Length);
    }

    [Theory]
    [MemberData(nameof(Programs))]
    public async Task The_environment_is_Production_unless_set(Sample sample)
    {
        using var process = SampleProcess.Start(sample, ["--urls", FreePort]);
        var address = Assert.Single(await process.ReadAddresses());

        // In Development the developer exception page would show the error.
        var answer = await Ask(address, Cases.Validate("{}", "application/json; charset=nonsense"));

        Assert.DoesNotContain("Exception", answer.Text);
    }

    [Theory]
    [InlineData("true", 400)]
    [InlineData("false", 200)]
    public async Task Validation_is_a_switch(string value, int status)
    {
        using var fromArguments = SampleProcess.Start(Sample.Minimal, ["--urls", FreePort, "--Validation", value]);
        using var fromEnvironment = SampleProcess.Start(Sample.Minimal, ["--urls", FreePort], ("Validation", value));
        foreach (var process in new[] { fromArguments, fromEnvironment })
        {
            var address = Assert.Single(await process.ReadAddresses());
            Assert.Equal(status, (await Ask(address, Cases.Validate("{}"))).Status);
        }
    }

    [Theory]
    [MemberData(nameof(Programs))]
    public async Task A_port_in_use_is_one_line_and_exit_code_2(Sample sample)
    {
        var taken = samples.Client(Sample.Minimal, Server.Sockets).BaseAddress!.GetLeftPart(UriPartial.Authority);
        using var process = SampleProcess.Start(sample, ["--urls", taken]);
        var (exitCode, output, error) = await process.End();
        Assert.Equal(2, exitCode);
        Assert.Empty(output);
        Assert.Contains(taken, Assert.Single(error.Split('\n', StringSplitOptions.RemoveEmptyEntries)));
    }

    [Theory]
    [InlineData(Sample.Minimal, "nowhere")]
    [InlineData(Sample.Minimal, "http://localhost:0")]
    [InlineData(Sample.Controller, "nowhere")]
    [InlineData(Sample.Controller, "http://localhost:0")]
    public async Task An_address_that_cannot_be_is_one_line_and_exit_code_2(Sample sample, string address)
    {
        using var process = SampleProcess.Start(sample, ["--urls", address]);
        var (exitCode, output, error) = await process.End();
        Assert.Equal(2, exitCode);
        Assert.Empty(output);
        Assert.Contains(address, Assert.Single(error.Split('\n', StringSplitOptions.RemoveEmptyEntries)));
    }

    [Theory]
    [InlineData(Sample.Minimal, "--Validate", "false")]
    [InlineData(Sample.Controller, "--Validation=false")]
    public async Task A_switch_that_there_is_not_is_one_line_and_exit_code_2(Sample sample, params string[] args)
    {
        using var process = SampleProcess.Start(sample, ["--urls", FreePort, .. args]);
        var (exitCode, output, error) = await process.End();
        Assert.Equal(2, exitCode);
        Assert.Empty(output);
        Assert.Contains(args[0].Split('=')[0], Assert.Single(error.Split('\n', StringSplitOptions.RemoveEmptyEntries)));
    }

    [Theory]
    [InlineData(Sample.Minimal, "INT")]
    [InlineData(Sample.Minimal, "TERM")]
    [InlineData(Sample.Controller, "INT")]
    [InlineData(Sample.Controller, "TERM")]
    public async Task A_signal_ends_it_with_0(Sample sample, string signal)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has no signals.");

        using var process = SampleProcess.Start(sample, ["--urls", FreePort]);
        await process.ReadAddresses();
        using var kill = Process.Start("kill", [$"-{signal}", $"{process.Id}"]);
        var (exitCode, output, error) = await process.End();

        Assert.Equal(0, exitCode);
        Assert.Empty(output);
        Assert.Empty(error);
    }

    private static async Task<Answer> Ask(string address, Call call)
    {
        using var client = new HttpClient { BaseAddress = new Uri(address) };
        return await call.SendTo(client);
    }
}
