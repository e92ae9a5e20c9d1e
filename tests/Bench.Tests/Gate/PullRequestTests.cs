using Bench.Cli.Gate;

namespace Bench.Tests;

public sealed class PullRequestTests : FolderTests
{
    [Theory]
    [InlineData("""{"pull_request":{"title":"Parse without a copy","number":7}}""", "Parse without a copy (#7)")]
    [InlineData("""{"schedule":"0 0 * * *"}""", null)]
    [InlineData("""{"pull_request":null}""", null)]
    [InlineData("""{"pull_request":{"title":"No number"}}""", null)]
    [InlineData("""{"pull_request":{"title":7,"number":7}}""", null)]
    [InlineData("not JSON", null)]
    public void The_title_comes_from_what_started_the_workflow(string started, string? expected)
    {
        folder.Write("event.json", started);
        Assert.Equal(expected, PullRequest.Title(Path.Combine(folder.Root, "event.json")));
    }

    [Fact]
    public void Without_a_workflow_there_is_no_title()
    {
        Assert.Null(PullRequest.Title(null));
        Assert.Null(PullRequest.Title(Path.Combine(folder.Root, "missing.json")));
    }
}
