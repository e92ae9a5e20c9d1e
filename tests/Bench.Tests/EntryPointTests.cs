namespace Bench.Tests;

/// <summary>The process prints what the verb prints inside a test, and exits with its exit code.</summary>
[Trait("Category", "Process")]
public sealed class EntryPointTests : IDisposable
{
    private readonly Folder folder = new();

    public void Dispose() => folder.Dispose();

    [Theory]
    [InlineData("launches", 1, "compare", "old", "new")]
    [InlineData("merge", 1, "merge", "shard-1", "shard-2")]
    [InlineData("merge", 2, "merge", "shard-1")]
    [InlineData("history", 0, "history", "runs")]
    [InlineData("report", 0, "report", "results")]
    [InlineData("claims", 0, "lab", "claims", "claims.json", "--from", "measured")]
    [InlineData("study", 0, "lab", "study", "--output", "study")]
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
