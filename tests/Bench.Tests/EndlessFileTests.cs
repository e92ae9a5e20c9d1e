using System.Runtime.InteropServices;

namespace Bench.Tests;

public sealed class EndlessFileTests : FolderTests
{
    // Only a guard: nothing takes a tenth of it.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    public EndlessFileTests()
    {
        folder.Write("old/N.T-report-full.json", BdnJson.Of(BdnJson.Steady("N.T.A", 100)));
        folder.Write("claims.json", """{"sources":[]}""");
    }

    public static TheoryData<string> Commands =>
        [
            "compare old FILE",
            "compare old old --config FILE",
            "merge FILE",
            "report FILE",
            "lab claims FILE",
            "lab claims claims.json --from FILE",
            "load report FILE",
            "load diff FILE FILE",
            "load k6 FILE",
            "load matrix FILE",
            "load scenario FILE",
            "versus *A* --project FILE",
        ];

    [Theory]
    [InlineData("compare old old --output pipe.json")]
    [InlineData("lab claims claims.json --output pipe.md")]
    [InlineData("report old --output pipe.html")]
    [InlineData("versus *A* --results pipe.json")]
    public async Task A_pipe_that_nobody_reads_is_refused_as_an_output(string command)
    {
        Pipe(command.Split(' ')[^1]);
        await Refuse(command, "cannot be written: it is a pipe or a device", "Name a regular file.");
    }

    [Theory]
    [MemberData(nameof(Commands))]
    public async Task A_pipe_that_nobody_writes_to_is_refused(string command)
    {
        Pipe("pipe.json");
        await Refuse(command, "pipe.json", "Name ");
    }

    [Theory]
    [MemberData(nameof(Commands))]
    public async Task A_device_without_an_end_is_refused(string command)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "/dev/zero");
        await Refuse(command, "/dev/zero", "Name ");
    }

    [Theory]
    [InlineData("compare old FILE", 1001)]
    [InlineData("compare old old --config FILE", 2)]
    [InlineData("load report FILE", 101)]
    [InlineData("load matrix FILE", 101)]
    [InlineData("lab claims FILE", 101)]
    public async Task A_file_that_is_too_large_is_refused(string command, int megabytes)
    {
        using (var file = File.Create(Path.Combine(folder.Root, "large.json")))
            file.SetLength((long)megabytes << 20);
        await Refuse(command, "large.json", "MB. Name a smaller file.");
    }

    [Fact]
    public void A_link_to_a_file_is_read()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "links need rights");
        File.CreateSymbolicLink(
            Path.Combine(folder.Root, "link-report-full.json"),
            Path.Combine(folder.Root, "old", "N.T-report-full.json")
        );
        Assert.Equal(0, BenchProgram.Run(folder.Root, "compare old link-report-full.json").ExitCode);
    }

    private void Pipe(string name)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "pipes with names");
        const int ownOnly = 0x180;
        Assert.Equal(0, MakePipe(Path.Combine(folder.Root, name), ownOnly));
    }

    private async Task Refuse(string command, string file, string advice)
    {
        string[] arguments = [.. command.Split(' ').Select(part => part == "FILE" ? file : part)];
        var run = await Task.Run(() => BenchProgram.Run(folder.Root, arguments), TestContext.Current.CancellationToken)
            .WaitAsync(Patience, TestContext.Current.CancellationToken);
        Assert.Equal(2, run.ExitCode);
        Assert.Contains(file, run.Message);
        Assert.Contains(advice, run.Message);
    }

#pragma warning disable SYSLIB1054 // A generated import needs unsafe code.
    [DllImport("libc", EntryPoint = "mkfifo")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int MakePipe([MarshalAs(UnmanagedType.LPUTF8Str)] string path, uint mode);
#pragma warning restore SYSLIB1054
}
