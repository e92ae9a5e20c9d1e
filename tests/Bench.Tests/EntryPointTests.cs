namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class EntryPointTests : FolderTests
{
    [Theory]
    [InlineData("launches", 1, "compare old new")]
    [InlineData("merge", 2, "merge shard-1")]
    [InlineData("report", 0, "report results")]
    [InlineData("study", 0, "lab study", "--output study")]
    [InlineData("launches", 2)]
    public void A_process_prints_the_same_and_ends_with_the_same_code(string inputs, int exitCode, params string[] arguments)
    {
        GoldenFile.CopyInputs(inputs, folder.Root);
        var inside = BenchProgram.Run(folder.Root, arguments);
        var process = BenchProgram.RunProcess(folder.Root, arguments);
        Assert.Equal((exitCode, inside.Output, inside.Error), (process.ExitCode, process.Output, process.Error));
        Assert.Equal(exitCode, inside.ExitCode);
    }
}
