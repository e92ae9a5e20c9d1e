using Bench.Processes;

namespace Bench.Core.Tests;

[Trait("Category", "Process")]
public sealed class ChildProcessTests : FolderTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task A_child_ends_when_it_is_cancelled()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "the child is a shell script");
        var started = Path.Combine(folder.Root, "pid");
        using var cancellation = new CancellationTokenSource();
        var child = Task.Run(
            () => ChildProcess.Run("sh", folder.Root, cancellation.Token, "-c", "echo $$ > new && mv new pid && exec sleep 60"),
            TestContext.Current.CancellationToken
        );
        Assert.True(SpinWait.SpinUntil(() => File.Exists(started), Patience));

        await cancellation.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => child.WaitAsync(Patience, TestContext.Current.CancellationToken));
        var id = int.Parse(File.ReadAllText(started), CultureInfo.InvariantCulture);
        Assert.Throws<ArgumentException>(() => Process.GetProcessById(id));
    }
}
