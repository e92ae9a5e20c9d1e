namespace Bench.Load.Tests;

public sealed class SampleServerTests : FolderTests
{
    [Fact]
    public void All_servers_are_ended_though_the_end_of_one_fails()
    {
        var ended = new List<string>();

        var thrown = Assert.Throws<IOException>(() =>
            VariantServer.End([
                new Ending(() => ended.Add("first")),
                new Ending(() => throw new IOException("second")),
                new Ending(() => throw new InvalidOperationException("third")),
                new Ending(() => ended.Add("fourth")),
            ])
        );

        Assert.Equal("second", thrown.Message);
        Assert.Equal(["first", "fourth"], ended);
    }

    [Theory]
    [InlineData("My.Shop", "My.Shop.runtimeconfig.json", true)]
    [InlineData("My.Shop.dll", "My.Shop.runtimeconfig.json", true)]
    [InlineData("My.Shop.exe", "My.Shop.runtimeconfig.json", true)]
    [InlineData("My.Shop", "My.runtimeconfig.json", false)]
    public void A_program_has_the_hook_whatever_dots_its_name_has(string program, string configuration, bool expected)
    {
        folder.Write(configuration, """{"runtimeOptions":{"tfm":"net10.0"}}""");
        Assert.Equal(expected, SampleServer.MayHaveHook(Path.Combine(folder.Root, program)));
    }

    [Theory]
    [InlineData("Now listening on: http://127.0.0.1:5000", true)]
    [InlineData("Server listening at http://127.0.0.1:5000", true)]
    [InlineData("The sample listens on http://127.0.0.1:5000", true)]
    [InlineData("Listening for requests on http://127.0.0.1:5000", true)]
    [InlineData("Listening to http://127.0.0.1:5672", false)]
    [InlineData("Started http://127.0.0.1:5000", false)]
    public void What_a_server_listens_for_is_not_where_it_listens(string line, bool expected) =>
        Assert.Equal(expected, ServerAddresses.AreIn(line));

    private sealed class Ending(Action end) : IDisposable
    {
        public void Dispose() => end();
    }
}
