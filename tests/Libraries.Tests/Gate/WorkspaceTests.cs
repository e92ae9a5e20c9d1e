using System.Diagnostics;
using Bench.Gating;

namespace Bench.Libraries.Tests.Gate;

/// <summary>What a killed check left behind, the next one removes; what belongs to one that runs, it leaves alone.</summary>
public sealed class WorkspaceTests
{
    [Fact]
    public void What_the_killed_left_is_removed_and_what_the_living_have_is_not()
    {
        using var gone = Process.Start(new ProcessStartInfo("dotnet", "--version") { RedirectStandardOutput = true })!;
        gone.WaitForExit();
        var (left, kept) = (Leave(gone.Id), Leave(Environment.ProcessId));
        try
        {
            new Workspace(null).Dispose();

            Assert.Equal([false, false], left.Select(Path.Exists));
            Assert.Equal([true, true], kept.Select(Path.Exists));
        }
        finally
        {
            Directory.Delete(kept[0]);
            File.Delete(kept[1]);
        }
    }

    // A folder, and a socket: a file like any other to whoever removes it.
    private static string[] Leave(int process)
    {
        var folder = Path.Combine(Path.GetTempPath(), FormattableString.Invariant($"bench-check-{process}-0123test"));
        var socket = Path.Combine(Path.GetTempPath(), FormattableString.Invariant($"bench-pipe-{process}-0123test"));
        Directory.CreateDirectory(folder);
        File.WriteAllText(socket, "");
        return OperatingSystem.IsWindows() ? [folder, folder] : [folder, socket];
    }
}
