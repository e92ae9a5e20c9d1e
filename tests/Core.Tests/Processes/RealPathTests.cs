using Bench.Processes;

namespace Bench.Core.Tests;

public sealed class RealPathTests : FolderTests
{
    [Fact]
    public void Links_are_followed_wherever_they_stand_in_a_path()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "links");
        var root = RealPath.Of(folder.Root);
        Directory.CreateDirectory(Path.Combine(root, "data", "src"));
        Directory.CreateSymbolicLink(Path.Combine(root, "home"), Path.Combine(root, "data"));
        Directory.CreateSymbolicLink(Path.Combine(root, "data", "own"), "src");
        Directory.CreateSymbolicLink(Path.Combine(root, "circle"), "circle");

        Assert.Equal(Path.Combine(root, "data", "src", "B.csproj"), RealPath.Of(Path.Combine(root, "home", "own", "B.csproj")));
        Assert.Equal(Path.Combine(root, "data", "gone"), RealPath.Of(Path.Combine(root, "home", "x", "..", "gone")));
        Assert.EndsWith("circle", RealPath.Of(Path.Combine(root, "circle")));
    }
}
