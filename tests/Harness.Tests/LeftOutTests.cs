using System.Text;
using Bench.Harness.Records;
using Bench.Harness.Running;
using Bench.Published;
using Bench.Results;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;

namespace Bench.Harness.Tests;

public sealed class LeftOutTests : TemporaryFolderTests
{
    // Git names the commit.
    [Fact]
    [Trait("Category", "Process")]
    public void A_run_records_what_was_left_out_and_a_comparison_reads_it()
    {
        var type = typeof(InnerToolchainTests.OneBenchmarks);
        var info = BenchmarkConverter.TypeToBenchmarks(type, ManualConfig.CreateEmpty().AddJob(Job.Default));
        var options = new HarnessOptions { Missing = _ => [new LeftOut("N.A.*", "No server."), new LeftOut("N.B.*", "No server.")] };

        var record = RunRecorder.Plan(RunKind.Measured, [info], [info], options, folder.Path);
        var json = record.ToJson();

        Assert.Single(record.Obstacles, "No server");
        var compared = RecordedRun.Parse(Encoding.UTF8.GetBytes(json))!;
        Assert.Equal(record.LeftOut, compared.LeftOut);
        Assert.Equal(RunRecord.CurrentMethod, compared.Method);
    }
}
