using System.Globalization;
using Bench.Load;

namespace Outside.Tests;

/// <summary><c>bench load matrix</c> with the real generators against real servers.</summary>
public sealed class LoadMatrixTests : LoadProgram
{
    [Fact]
    public void A_matrix_measures_its_arms_at_full_speed_and_at_one_pace()
    {
        NeedsTools();
        Write(
            """{"name":"own","sample":"AdventureWorksApi","path":"/products/count","connections":8,"durationSeconds":2,"warmUpSeconds":1,"arms":[{"name":"one","expect":{"style":"Minimal"}},{"name":"other","switches":["--Style","Controllers"],"environment":{"DOTNET_gcServer":"0"},"expect":{"style":"Controllers","isServerGC":false}}]}"""
        );

        var run = RunBench(["load", "matrix", Path.Combine(Folder, "own.plan"), "-d", Folder]);

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Matches(@"\| other \| \d+ \| \d\.\d{3}x \(", run.Output);
        // All counters of both arms, at the same pace.
        var paced = run.Output[run.Output.IndexOf("At the same load", StringComparison.Ordinal)..]
            .Split('\n')
            .Where(line => line.StartsWith("| one", StringComparison.Ordinal) || line.StartsWith("| other", StringComparison.Ordinal))
            .ToArray();
        Assert.Equal(2, paced.Length);
        Assert.All(paced, line => Assert.DoesNotContain("|  |", line));
        var rates = paced.Select(line => double.Parse(line.Split('|')[2], CultureInfo.InvariantCulture)).ToArray();
        Assert.InRange(rates[0] / rates[1], 0.8, 1.25);

        // As if it had been interrupted in its fifth round.
        var file = Path.Combine(Folder, "own.json");
        var whole = MatrixResult.Read(file);
        File.WriteAllText(
            file,
            (
                whole with
                {
                    Arms = [.. whole.Arms.Select(arm => arm with { Rounds = [.. arm.Rounds.Take(4)] })],
                    Partial = "it was interrupted",
                }
            ).ToJson()
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
                Assert.Equal(pair.Second.Rounds.Take(4), pair.First.Rounds.Take(4));
                Assert.NotEqual(pair.Second.Rounds[4], Assert.Single(pair.First.Rounds.Skip(4)));
            }
        );
    }

    [Fact]
    public void An_arm_whose_setting_took_no_effect_is_an_error()
    {
        NeedsTools();
        Write(
            """{"name":"own","sample":"AdventureWorksApi","path":"/products/count","arms":[{"name":"one","expect":{"serializer":"Newtonsoft"}},{"name":"other"}]}"""
        );

        var run = RunBench(["load", "matrix", Path.Combine(Folder, "own.plan"), "-d", Folder]);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("bench: one: the setting took no effect: serializer is \"SystemTextJson\" instead of \"Newtonsoft\"", run.Error);
    }

    [Fact]
    public void Every_request_of_a_matrix_has_its_headers()
    {
        NeedsTools();
        const string plan =
            """{"name":"own","sample":"MiddlewareApi","connections":4,"durationSeconds":1,"warmUpSeconds":1,"headers":HEADERS,"arms":[{"name":"one","switches":["--Layers","Authentication"]},{"name":"other","switches":["--Layers","Authentication,Compression"],"expectHeaders":{"Content-Encoding":"gzip"}}]}""";

        // Without the token both generators would be refused, and with it nothing is.
        Write(plan.Replace("HEADERS", """{"Authorization":"Bearer a-token-of-the-sample","Accept-Encoding":"gzip"}"""));
        var run = RunBench(["load", "matrix", Path.Combine(Folder, "own.plan"), "-d", Folder]);
        Assert.True(run.ExitCode == 0, run.Error);
        var arms = MatrixResult.Read(Path.Combine(Folder, "own.json")).Arms;
        Assert.All(arms.SelectMany(arm => arm.Rounds), round => Assert.Equal((0, 0), (round.Peak.Errors.Status, round.Paced!.Failed)));

        Write(plan.Replace("HEADERS", """{"Authorization":"Bearer a-token-of-the-sample"}"""));
        Assert.Contains(
            "other: the setting took no effect: the header Content-Encoding is not sent",
            RunBench(["load", "matrix", Path.Combine(Folder, "own.plan"), "-d", Folder]).Error
        );
        Write(plan.Replace("HEADERS", "{}"));
        Assert.Contains("answers 401", RunBench(["load", "matrix", Path.Combine(Folder, "own.plan"), "-d", Folder]).Error);
    }
}
