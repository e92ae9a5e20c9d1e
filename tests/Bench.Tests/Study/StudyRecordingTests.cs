using Lab.Study;

namespace Bench.Tests;

[Trait("Category", "Process")]
[Collection(MeasuringTests.Name)]
public sealed class StudyRecordingTests(MeasuredPrograms programs)
{
    [Fact]
    public void Interrupted_it_says_what_is_kept()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals");
        using var output = new Folder();
        var file = Path.Combine(output.Root, "study-records.jsonl");
        StudyRecords.Append(file, StudyTests.Records(1, 1, 0.01, Effect.None).First());
        using var process = new GateProcess(
            programs,
            programs.Repository,
            null,
            "lab study --time 1h --output",
            output.Root,
            "--project",
            MeasuredPrograms.Project
        );
        process.WaitFor("Building HEAD twice");

        process.Interrupt();
        var run = process.Finish();

        Assert.Equal(130, run.ExitCode);
        Assert.Contains(
            "interrupted with too few process pairs for a report: 1 are kept in ",
            Assert.Single(run.Errors, line => line.StartsWith("lab: ", StringComparison.Ordinal))
        );
        Assert.Single(StudyRecords.Read(file));
    }
}
