using Lab.Study;

namespace Bench.Tests;

/// <summary>Records of <c>lab study</c>: usage, interruption, continuation.</summary>
[Trait("Category", "Process")]
[Collection(MeasuringTests.Name)]
public sealed class StudyRecordingTests(MeasuredPrograms programs)
{
    [Fact]
    public void A_filter_that_fits_nothing_is_named()
    {
        using var output = new Folder();

        var run = BenchProgram.Run(programs.Repository, [.. Study(output), "--filter", "*Nope*"]);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(
            "*Nope* has no benchmark in either build. List them with dotnet run -c Release --project PROJECT -- --list flat",
            run.Message
        );
    }

    [Theory]
    [InlineData(0, "interrupted before anything was measured")]
    [InlineData(1, "interrupted with too few process pairs for a report: 1 are kept in ")]
    public void Interrupted_it_says_what_is_kept(int pairs, string message)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals");
        using var output = new Folder();
        var file = Path.Combine(output.Root, "study-records.jsonl");
        foreach (var record in StudyTests.Records(1, 1, 0.01, Effect.None).Take(pairs))
            StudyRecords.Append(file, record);
        using var process = Start(output);
        process.WaitFor("Building HEAD twice");

        process.Interrupt();
        var run = process.Finish();

        Assert.Equal(130, run.ExitCode);
        Assert.Contains(message, Message(run));
        Assert.Equal(pairs, StudyRecords.Read(file).Count);
    }

    private GateProcess Start(Folder output) => new(programs, programs.Repository, null, Study(output));

    private static string[] Study(Folder output) =>
        ["lab", "study", "--time", "1h", "--output", output.Root, "--project", MeasuredPrograms.Project];

    // Skips lines of progress.
    private static string Message(GateProcess.Finished run) =>
        Assert.Single(run.Errors, line => line.StartsWith("lab: ", StringComparison.Ordinal));
}
