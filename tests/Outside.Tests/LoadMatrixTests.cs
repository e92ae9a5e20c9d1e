using Bench.Load;

namespace Outside.Tests;

/// <summary><c>bench load matrix</c> with the real generators against real servers.</summary>
public sealed class LoadMatrixTests : LoadProgram
{
    /// <summary>Without the token both generators would be refused, and with it nothing is.</summary>
    private const string WithHeaders =
        """{"name":"own","sample":"MiddlewareApi","connections":8,"rounds":5,"durationSeconds":2,"sliceSeconds":1,"warmUpSeconds":1,"headers":HEADERS,"arms":[{"name":"one","switches":["--Layers","Authentication"]},{"name":"other","switches":["--Layers","Authentication,Compression"],"environment":{"DOTNET_gcServer":"0"},"expectHeaders":{"Content-Encoding":"gzip"}}]}""";

    [Fact]
    public void A_matrix_measures_its_arms_at_full_speed_and_at_one_pace_each_request_with_its_headers()
    {
        NeedsTools();
        Write(WithHeaders.Replace("HEADERS", """{"Authorization":"Bearer a-token-of-the-sample","Accept-Encoding":"gzip"}"""));

        var run = RunBench(["load", "matrix", Path.Combine(Folder, "own.plan"), "-d", Folder]);

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Matches(@"\| other \| \d+ \| \d\.\d{3}x \(", run.Output);
        // All counters of both arms, at the same pace.
        var paced = run.Output[run.Output.IndexOf("At the same load", StringComparison.Ordinal)..]
            .Split('\n')
            .Where(line => line.StartsWith("| one", StringComparison.Ordinal) || line.StartsWith("| other", StringComparison.Ordinal))
            .ToArray();
        // And the second against the first.
        Assert.Equal(3, paced.Length);
        Assert.All(paced, line => Assert.DoesNotContain("|  |", line));
        Assert.Matches(@"^\| other \| \d+\.\d{3}x \(.*\| \d+\.\d{3}x \(.*\| \d+\.\d{3}x \(.*\| \d+\.\d{3}x \(", paced[2]);

        var file = Path.Combine(Folder, "own.json");
        var whole = InterruptAfterFour(file);
        Assert.All(
            whole.Arms.SelectMany(arm => arm.Rounds),
            round =>
            {
                Assert.Equal((0, 0), (round.Peak.Errors.Status, round.Paced!.Failed));
                Assert.InRange(round.IdleCores!.Value, 0, Environment.ProcessorCount);
                // Less where the machine is busy, never more: each connection may be a request ahead.
                Assert.InRange(round.Paced.Requests, 1, (1.02 * whole.Pace!.Value * round.PacedSeconds) + 16);
            }
        );
        var resume = RunBench(["load", "matrix", Path.Combine(Folder, "own.plan"), "-d", Folder, "--resume"]);
        Assert.True(resume.ExitCode == 0, resume.Error);
        Assert.DoesNotContain("pilot", resume.Error);
        var resumed = MatrixResult.Read(file);
        Assert.Equal((whole.Pace, null), (resumed.Pace, resumed.Partial));
        Assert.All(
            resumed.Arms.Zip(whole.Arms),
            pair =>
            {
                Assert.Equal(Kept.Text(pair.Second.Rounds.Take(4)), Kept.Text(pair.First.Rounds.Take(4)));
                Assert.NotEqual(Kept.Text([pair.Second.Rounds[4]]), Kept.Text([Assert.Single(pair.First.Rounds.Skip(4))]));
            }
        );
        Assert.Matches("^[0-9a-f]{64}$", resumed.Source);
        // As if the other one had hung for a slice.
        MeasuredArm Hung(MeasuredArm arm) =>
            arm with
            {
                Rounds = [.. arm.Rounds.Select((round, i) => i == 3 ? round with { FullSpeedSlices = [new(1), new(0)] } : round)],
            };
        File.WriteAllText(file, (whole with { Arms = [whole.Arms[0], Hung(whole.Arms[1])] }).ToJson());
        var hung = RunBench(["load", "matrix", Path.Combine(Folder, "own.plan"), "-d", Folder, "--resume"]);
        Assert.Equal(1, hung.ExitCode);
        Assert.Contains("**Not answered:** other gave no good answer in whole slices of 1 of 5 rounds.", hung.Output);
        File.WriteAllText(file, (whole with { Source = "of other code" }).ToJson());
        var other = RunBench(["load", "matrix", Path.Combine(Folder, "own.plan"), "-d", Folder, "--resume"]);
        Assert.Equal((2, true), (other.ExitCode, other.Error.Contains("other code", StringComparison.Ordinal)));
    }

    [Fact]
    public void An_arm_whose_setting_took_no_effect_is_an_error()
    {
        NeedsTools();
        Write(
            """{"name":"own","sample":"AdventureWorksApi","path":"/products/count","arms":[{"name":"one","switches":["--Style","Controllers"],"environment":{"DOTNET_gcServer":"0"},"expect":{"style":"Controllers","isServerGC":false,"serializer":"Newtonsoft"}},{"name":"other"}]}"""
        );

        var run = RunBench(["load", "matrix", Path.Combine(Folder, "own.plan"), "-d", Folder]);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("bench: one: the setting took no effect: serializer is \"SystemTextJson\" instead of \"Newtonsoft\"", run.Error);
    }

    [Fact]
    public void A_matrix_whose_headers_do_not_get_what_its_arms_expect_is_an_error()
    {
        NeedsTools();

        Write(WithHeaders.Replace("HEADERS", """{"Authorization":"Bearer a-token-of-the-sample"}"""));
        Assert.Contains(
            "other: the setting took no effect: the header Content-Encoding is not sent",
            RunBench(["load", "matrix", Path.Combine(Folder, "own.plan"), "-d", Folder]).Error
        );
        Write(WithHeaders.Replace("HEADERS", "{}"));
        Assert.Contains("answers 401", RunBench(["load", "matrix", Path.Combine(Folder, "own.plan"), "-d", Folder]).Error);
    }
}
