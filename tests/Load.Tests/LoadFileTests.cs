using Bench.Comparison;
using Bench.Results;

namespace Bench.Load.Tests;

/// <summary>The files of a sweep.</summary>
public sealed class LoadFileTests : IDisposable
{
    private readonly Folder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public void What_is_written_is_read_back_the_same()
    {
        var run = LoadRuns.Create("a", LoadRuns.Level(200, 0.99, 1000, 1100, 1050), LoadRuns.Unreached(25_000));

        LoadFiles.Write(run, folder.Root);
        var read = LoadFiles.Read(Path.Combine(folder.Root, "a"));

        Assert.Equal(LoadReport.Render(run), LoadReport.Render(read));
        Assert.Equal(run.Levels[0].Rounds, read.Levels[0].Rounds);
    }

    [Fact]
    public void A_dat_gives_throughput_and_success()
    {
        LoadFiles.Write(LoadRuns.Create("a", LoadRuns.Level(200, 0.75, 1000), LoadRuns.Unreached(25_000)), folder.Root);

        var level = Assert.Single(LoadFiles.Read(Path.Combine(folder.Root, "a.dat")).Levels);

        Assert.Equal(200, level.Concurrency);
        Assert.Equal(1000, level.QueriesPerSecond!.Value, 6);
        Assert.Equal(200, level.MeanMilliseconds!.Value, 6);
        Assert.Equal(0.75, level.Success!.Value, 4);
        Assert.Contains("# 25000 not reached: a process may have 20000 files open", File.ReadAllText(Path.Combine(folder.Root, "a.dat")));
    }

    // wrk counts an answer after two seconds as late, which is no bad one.
    [Fact]
    public void A_late_answer_is_no_bad_one_in_a_dat()
    {
        var late = LoadRuns.Level(200, 1, 1000);
        late = late with
        {
            Rounds =
            [
                .. late.Rounds.Select(round =>
                    round with
                    {
                        Throughput = round.Throughput with { Errors = new LoadErrors(0, 0, 0, 0, round.Throughput.Requests / 5) },
                    }
                ),
            ],
        };
        var run = LoadRuns.Create("a", late);
        LoadFiles.Write(run, folder.Root);

        var read = LoadFiles.Read(Path.Combine(folder.Root, "a.dat"));
        var diff = LoadDiff.Create(run, read, ComparisonOptions.ForToday(new Settings()), new Strictness());

        Assert.Equal(1, read.Levels[0].GoodShare!.Value, 4);
        Assert.NotEqual(ExitCode.Regressed, diff.Outcome.ExitCode);
    }

    [Fact]
    public void Compare_reads_it_as_well()
    {
        LoadFiles.Write(LoadRuns.Create("a", LoadRuns.Level(200, 1, 1000, 2000), LoadRuns.Unreached(25_000)), folder.Root);

        var benchmarks = RunLoader
            .Load(
                [
                    ["a.json"],
                ],
                folder.Root
            )[0]
            .Benchmarks;

        Assert.Equal([200e6, 100e6], benchmarks[0].Launches.Select(launch => Assert.Single(launch.NanosecondsPerOperation)));
        Assert.Contains("20000 files", benchmarks[1].Failure);
    }

    [Theory]
    [InlineData("x.json", "{")]
    [InlineData("x.json", "[]")]
    [InlineData("x.json", "{}")]
    [InlineData("x.json", """{"schema":"bench-results/1","kind":"Load","rows":[]}""")]
    [InlineData("x.json", """{"schema":"bench-results/1","kind":"Load","rows":[],"load":{}}""")]
    [InlineData(
        "x.json",
        """{"schema":"bench-results/1","load":{"name":"a","target":{"path":"/","switches":[]},"environment":{},"tools":[],"settings":{},"levels":[null]}}"""
    )]
    [InlineData(
        "x.json",
        """{"schema":"bench-results/1","load":{"name":"a","target":{"path":"/","switches":[]},"environment":{},"tools":[],"settings":{},"levels":[{"concurrency":1,"rounds":[{"round":1}],"marks":[]}]}}"""
    )]
    [InlineData("x.dat", "")]
    [InlineData("x.dat", "200 1000 1\n")]
    [InlineData("x.dat", "200 1000 1 101\n")]
    [InlineData("x.dat", "200 0 1 100\n")]
    [InlineData("x.dat", "200 1000 1 100\n200 1000 1 100\n")]
    [InlineData("x.dat", "200 NaN 1 100\n")]
    [InlineData("x.dat", "200 1e-310 1 100\n")]
    public void What_is_no_load_run_is_refused_by_name(string file, string text)
    {
        folder.Write(file, text);

        Assert.Contains(file, Assert.Throws<LoadException>(() => LoadFiles.Read(Path.Combine(folder.Root, file))).Message);
    }

    [Fact]
    public void What_is_not_there_is_named() =>
        Assert.Contains("nowhere", Assert.Throws<LoadException>(() => LoadFiles.Read("nowhere/run")).Message);

    [Fact]
    public void Names_break_out_of_nothing()
    {
        var run = LoadRuns.Create("a|b<script>\n# c", LoadRuns.Level(200, 1, 1000)) with
        {
            Target = new LoadTarget("x`y", null, "/\n|", ["--a=<b>"]),
        };

        var page = LoadReport.Render(run);

        Assert.StartsWith("# a\\|b&lt;script> # c\n", page);
        Assert.Contains("`x'y --a=<b> / |`", page);
    }
}
