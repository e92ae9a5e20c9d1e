namespace Bench.Core.Tests;

public class CommitPagesTests
{
    [Theory]
    [InlineData("https://github.com/team/repository.git", "https://github.com/team/repository/commit/")]
    [InlineData("https://user:token@github.com/team/repository", "https://github.com/team/repository/commit/")]
    [InlineData("git@github.com:team/repository.git", "https://github.com/team/repository/commit/")]
    [InlineData("ssh://git@host.example:2222/group/team/repository.git", "https://host.example/group/team/repository/commit/")]
    [InlineData("https://bitbucket.org/team/repository.git", "https://bitbucket.org/team/repository/commits/")]
    [InlineData("/srv/git/repository.git", null)]
    [InlineData("../repository", null)]
    [InlineData("C:\\git\\repository", null)]
    [InlineData("file:///srv/git/repository.git", null)]
    [InlineData("https://host.example/team/\" onclick=\"x", null)]
    [InlineData("javascript://host/team/repository", null)]
    [InlineData("", null)]
    public void Only_what_a_browser_can_open_is_linked_and_never_with_a_password(string remote, string? expected) =>
        Assert.Equal(expected, CommitPages.FromRemote(remote));
}
