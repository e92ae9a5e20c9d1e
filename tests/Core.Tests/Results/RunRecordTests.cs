using Bench.Published;

namespace Bench.Core.Tests;

public sealed class RunRecordTests : TemporaryFolderTests
{
    private const string Topic =
        """{"name":"Text","benchmarks":1,"code":"c","files":["x-report-github.md"],"notes":[],"categories":[{"type":"Sort","parameters":[],"name":"","benchmarks":[{"name":"Once","fullName":"Text.Sort.Once","isBaseline":true,"times":[1,1,1],"logRatios":[],"errors":[],"bytes":0,"isInterleaved":true}]}]}""";

    private const string Record =
        $$"""{"started":"2026-01-01T00:00:00Z","commit":"a","isQuick":false,"launches":5,"ended":"2026-01-01T00:30:00Z","host":"h","processor":"p","runtime":"r","obstacles":[],"topics":[{{Topic}}]}""";

    [Fact]
    public void What_a_run_writes_is_read() => Assert.Equal("Text", Assert.Single(Read(Record)!.Topics).Name);

    [Fact]
    public void What_was_left_out_is_read() =>
        Assert.Equal(
            new LeftOutBenchmarks("N.*", "No server."),
            Assert.Single(Read(Record[..^1] + ""","leftOut":[{"pattern":"N.*","reason":"No server."}]}""")!.LeftOut)
        );

    [Theory]
    [InlineData("{}")]
    [InlineData("null")]
    [InlineData("[1, 2")]
    public void What_is_no_record_is_not_read(string text) => Assert.Null(Read(text));

    [Fact]
    public void A_file_that_is_not_there_is_not_read() => Assert.Null(RunRecord.Read(Path.Combine(folder.Path, RunRecord.FileName)));

    [Theory]
    [InlineData($"[{Topic}]", "[]")]
    [InlineData($"[{Topic}]", "null")]
    [InlineData($"[{Topic}]", "[null]")]
    [InlineData(Topic, $"{Topic},{Topic}")]
    [InlineData("""["x-report-github.md"]""", "[]")]
    [InlineData("""["x-report-github.md"]""", "null")]
    [InlineData("""["x-report-github.md"]""", """[null,"x-report-github.md"]""")]
    [InlineData("""["x-report-github.md"]""", """["../x-report-github.md"]""")]
    [InlineData("""["x-report-github.md"]""", """["x-report-github.md","/etc/hostname"]""")]
    [InlineData("""["x-report-github.md"]""", """["x-report-github.md","../y-report.csv"]""")]
    [InlineData("""["x-report-github.md"]""", """["x-report-github.md","x-report-github.md"]""")]
    [InlineData("""["x-report-github.md"]""", """["x-report.csv"]""")]
    [InlineData("\"name\":\"Text\"", "\"name\":null")]
    [InlineData("\"name\":\"Text\"", "\"name\":\"..\"")]
    [InlineData("\"name\":\"Text\"", "\"name\":\"a/b\"")]
    [InlineData("\"launches\":5", "\"launches\":1")]
    [InlineData("\"launches\":5", "\"launches\":5,\"launches\":5")]
    [InlineData("\"isQuick\":false", "\"isQuick\":true")]
    [InlineData("\"2026-01-01T00:30:00Z\"", "null")]
    [InlineData("\"benchmarks\":1", "\"benchmarks\":2")]
    [InlineData("\"times\":[1,1,1]", "\"times\":[1,0,1]")]
    [InlineData("\"times\":[1,1,1]", "\"times\":[1,1e999,1]")]
    [InlineData("\"errors\":[]", "\"errors\":[0.1]")]
    [InlineData("\"bytes\":0", "\"bytes\":-1")]
    [InlineData("\"obstacles\":[]", "\"obstacles\":[],\"leftOut\":[null]")]
    public void What_no_run_writes_is_not_read(string written, string edited)
    {
        var record = Record.Replace(written, edited, StringComparison.Ordinal);
        Assert.NotEqual(Record, record);
        Assert.Null(Read(record));
    }

    // A topic is a folder, and some file systems ignore case.
    [Fact]
    public void Two_topics_have_two_names_whatever_their_case()
    {
        var other = Topic.Replace("\"Text\"", "\"text\"", StringComparison.Ordinal);
        Assert.Null(Read(Record.Replace(Topic, $"{Topic},{other}", StringComparison.Ordinal)));
        Assert.NotNull(
            Read(
                Record.Replace(Topic, $"{Topic},{other.Replace("\"text\"", "\"Web\"", StringComparison.Ordinal)}", StringComparison.Ordinal)
            )
        );
    }

    private RunRecord? Read(string text)
    {
        var path = Path.Combine(folder.Path, RunRecord.FileName);
        File.WriteAllText(path, text);
        return RunRecord.Read(path);
    }
}
