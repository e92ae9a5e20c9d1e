using System.Diagnostics;
using System.Globalization;
using Bench.Processes;

namespace Bench.Core.Tests;

/// <summary>Builds and git run in child processes. Ctrl-C must not wait for them.</summary>
[Trait("Category", "Process")]
public sealed class ChildProcessTests : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly Folder folder = new();

    public void Dispose() => folder.Dispose();

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
