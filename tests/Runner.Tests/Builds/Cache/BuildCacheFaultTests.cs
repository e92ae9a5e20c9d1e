namespace Bench.Runner.Tests;

[Trait("Category", "Process")]
public sealed class BuildCacheFaultTests : IDisposable
{
    private readonly CachedBuilds builds = new();

    public void Dispose() => builds.Dispose();

    [Theory]
    [InlineData("files/App.dll", "damaged", "App.dll is damaged")]
    [InlineData("files/App.dll", null, "App.dll")]
    [InlineData("entry.json", "{}", "entry.json is damaged or missing")]
    [InlineData("entry.json", null, "entry.json is damaged or missing")]
    public void A_damaged_entry_is_built_again(string file, string? text, string message)
    {
        builds.Build();
        var path = Path.Combine(builds.Entry(), file);
        File.Delete(path);
        if (text is not null)
            File.WriteAllText(path, text);

        Assert.Equal("a program", File.ReadAllText(builds.Build().Program.Path));
        Assert.Equal(2, builds.Tool.Builds);
        var line = Assert.Single(builds.Lines, line => line.StartsWith("A cached build cannot be used", StringComparison.Ordinal));
        Assert.Contains(message, line);
        builds.Build();
        Assert.Equal(2, builds.Tool.Builds);
    }

    [Fact]
    public void A_damaged_evaluation_is_made_again()
    {
        builds.Builder().EvaluateOne(builds.Project, "it", TestContext.Current.CancellationToken);
        var file = Assert.Single(Directory.GetFiles(Path.Combine(builds.Cache, "evaluations")));
        File.WriteAllText(file, File.ReadAllText(file).Replace("net10.0", "net11.0", StringComparison.Ordinal));
        var project = builds.Builder().EvaluateOne(builds.Project, "it", TestContext.Current.CancellationToken);
        Assert.Equal(["net10.0", "net9.0"], project.Measurable);
        Assert.Equal(2, builds.Tool.Evaluations);
    }

    [Fact]
    public void A_cache_that_others_can_write_to_is_not_used()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("Windows has no such modes.");
            return;
        }

        Directory.CreateDirectory(builds.Cache);
        File.SetUnixFileMode(builds.Cache, File.GetUnixFileMode(builds.Cache) | UnixFileMode.OtherWrite);

        builds.Build();
        builds.Build();

        Assert.Equal(2, builds.Tool.Builds);
        Assert.Contains($"Without the build cache: {builds.Cache} cannot be used, because others can write to it.", builds.Lines);
    }

    [Fact]
    public void A_cache_that_cannot_be_written_is_not_used()
    {
        // A file replaces the folder, because root may write to any folder.
        File.WriteAllText(builds.Cache, "");

        Assert.Equal("a program", File.ReadAllText(builds.Build().Program.Path));
        Assert.Single(builds.Lines, line => line.StartsWith("Without the build cache: ", StringComparison.Ordinal));
    }

    [Fact]
    public void It_can_be_turned_off()
    {
        builds.Variables[BuildCache.FolderVariable] = "off";
        builds.Build();
        builds.Build();
        Assert.Equal(2, builds.Tool.Builds);
        Assert.False(Directory.Exists(builds.Cache));
        Assert.Equal(["Building it", "Building it"], builds.Lines);
    }

    private static readonly Dictionary<string, Action<CachedBuilds>> Reasons = new()
    {
        ["it uses the newest version of Some"] = builds => builds.Tool.Assets = FakeTool.AssetsOf("[1.*, )"),
        ["the package feed lacks a version that it requires (NU1603)"] = builds =>
            builds.Tool.Assets = FakeTool.AssetsOf("[1.2.3, )", """{ "code": "NU1603" }"""),
        ["outside of"] = builds =>
        {
            File.WriteAllText(Path.Combine(builds.Outside, "Other.cs"), "");
            builds.Tool.Inputs = [Path.Combine(builds.Outside, "Other.cs")];
        },
        ["it is built from node_modules/key.snk, which git ignores"] = builds =>
        {
            builds.Write(".gitignore", "bin/\nobj/\nnode_modules/\n");
            builds.Write("node_modules/key.snk", "");
            builds.Tool.Inputs = [Path.Combine(builds.Repository, "node_modules", "key.snk")];
        },
        ["App/App.csproj imports a file outside of"] = builds =>
            builds.Write("App/App.csproj", """<Project><Import Project="../../shared.props" /></Project>"""),
        ["App/App.csproj imports a file that is not a .props or .targets file"] = builds =>
            builds.Write("App/App.csproj", """<Project><Import Project="build.xml" /></Project>"""),
        ["App/App.csproj reads a file outside of"] = builds =>
            builds.Write(
                "App/App.csproj",
                """<Project><PropertyGroup><A>$([System.IO.File]::ReadAllText('/data'))</A></PropertyGroup></Project>"""
            ),
        ["it reads App/obj/Release/compressed, which the build left in its source folder"] = builds =>
            builds.Tool.Text = "\"{root}/App/obj/Release/compressed\"",
        ["its sources changed during the build"] = builds =>
            builds.Tool.Meanwhile = folder => File.AppendAllText(Path.Combine(folder, "Program.cs"), " "),
        ["its sources are not known"] = builds => builds.Tool.Inputs = null,
    };

    public static TheoryData<string> Objections => [.. Reasons.Keys];

    [Theory]
    [MemberData(nameof(Objections))]
    public void What_its_key_does_not_know_keeps_a_build_out(string message)
    {
        Reasons[message](builds);
        builds.Build();
        builds.Build();

        Assert.Equal(2, builds.Tool.Builds);
        Assert.Empty(Directory.GetFileSystemEntries(builds.Programs));
        Assert.Contains(
            message,
            builds.Lines.First(line => line.StartsWith("The build of the project is not cached", StringComparison.Ordinal))
        );
    }

    [Theory]
    [InlineData("entry.json")]
    [InlineData("files/App.dll")]
    public void A_pipe_or_a_link_in_the_cache_is_built_again(string file)
    {
        if (OperatingSystem.IsWindows())
            Assert.Skip("Windows has no pipes among files.");
        foreach (var isLink in new[] { true, false })
        {
            builds.Build();
            var path = Path.Combine(builds.Entry(), file);
            File.Delete(path);
            if (isLink)
                File.CreateSymbolicLink(path, "/dev/zero");
            else
                Process.Start("mkfifo", [path]).WaitForExit();

            Assert.Equal("a program", File.ReadAllText(builds.Build().Program.Path));
        }

        Assert.Equal(3, builds.Tool.Builds);
    }

    [Fact]
    public void An_entry_of_another_version_of_the_command_is_built_again()
    {
        builds.Build();
        var entry = CheckedText.Parse<CacheEntry>(File.ReadAllText(Path.Combine(builds.Entry(), "entry.json")))!;
        File.WriteAllText(Path.Combine(builds.Entry(), "entry.json"), CheckedText.Of(entry with { Folders = null! }));
        Assert.Equal("a program", File.ReadAllText(builds.Build().Program.Path));
        Assert.Equal(2, builds.Tool.Builds);
    }

    [Fact]
    public void A_lock_that_is_no_file_is_waited_for_by_nobody()
    {
        foreach (var number in Enumerable.Range(0, 256))
            Directory.CreateDirectory(Path.Combine(builds.Cache, "locks", $"{number:x2}"));
        Assert.Equal("a program", File.ReadAllText(builds.Build().Program.Path));
        Assert.Contains(builds.Lines, line => line.StartsWith("Without the build cache: ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Two_builds_of_one_work_tree_are_made_one_after_the_other()
    {
        var (running, most) = (0, 0);
        builds.Tool.Meanwhile = _ =>
        {
            var now = Interlocked.Increment(ref running);
            lock (builds)
                most = Math.Max(most, now);
            Thread.Sleep(100);
            Interlocked.Decrement(ref running);
        };

        await Task.WhenAll(
            Enumerable.Range(0, 3).Select(i => Task.Run(() => builds.Build(property: $"A={i}"), TestContext.Current.CancellationToken))
        );

        Assert.Equal((1, 3), (most, builds.Tool.Builds));
    }

    [Fact]
    public void What_was_used_least_recently_is_removed_first()
    {
        builds.Build();
        var size = BuildCache.Open(builds.Cache).Measure().Size;
        builds.MaxSize = (2 * size) + 100;
        Age(builds.Entry(), hours: 2);
        builds.Build(property: "A=1");
        // Using it again makes it the newer one.
        builds.Build();
        foreach (
            var other in Directory
                .GetDirectories(builds.Programs)
                .Where(entry => Directory.GetLastWriteTimeUtc(entry) < DateTime.UtcNow.AddHours(-1))
        )
            Age(other, hours: 1);
        builds.Build(property: "A=2");

        Assert.Equal(2, BuildCache.Open(builds.Cache).Measure().Programs);
        Assert.Equal(3, builds.Tool.Builds);
        builds.Build();
        Assert.Equal(3, builds.Tool.Builds);
    }

    [Fact]
    public void What_a_killed_process_left_is_removed()
    {
        builds.Build();
        var left = Directory.CreateDirectory(Path.Combine(builds.Programs, "0123.tmp")).FullName;
        File.WriteAllText(Path.Combine(left, "half"), "");
        Age(left, hours: 2);
        builds.Build(property: "A=B");
        Assert.False(Directory.Exists(left));
        Assert.Equal(2, BuildCache.Open(builds.Cache).Measure().Programs);
    }

    [Fact]
    public async Task Two_that_need_the_same_build_make_it_once()
    {
        builds.Tool.Meanwhile = _ => Thread.Sleep(300);
        var token = TestContext.Current.CancellationToken;
        var both = await Task.WhenAll(Enumerable.Range(0, 2).Select(i => Task.Run(() => builds.Build(), token)));
        Assert.Equal(1, builds.Tool.Builds);
        Assert.Equal(["a program", "a program"], both.Select(built => File.ReadAllText(built.Program.Path)));
    }

    private static void Age(string path, int hours) => Directory.SetLastWriteTimeUtc(path, DateTime.UtcNow.AddHours(-hours));
}
