using System.Text.RegularExpressions;
using Bench.Runner;

namespace Bench.Tests;

public sealed class ConsoleTests : IDisposable
{
    private const string Colour = "\u001b\\[[0-9;]*m";

    // Sets the mode of the keys, before the first line. It takes no columns.
    private const string KeyMode = "\u001b(\\[\\?1[hl]|[=>])";

    private readonly Folder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public void On_a_terminal_progress_is_one_line_that_is_written_over()
    {
        var output = new StringWriter();
        var clock = new Clock();
        var progress = new ProgressLine(output, () => 60, clock);

        progress.Show(At(1));
        clock.Now = TimeSpan.FromSeconds(30);
        progress.Show(At(2));
        progress.Clear();

        var lines = output.ToString().Split('\r');
        Assert.DoesNotContain('\n', output.ToString());
        Assert.Equal(["", 59, 59, 59, ""], lines.Select((line, i) => i == 0 || i == lines.Length - 1 ? line : (object)line.Length));
        Assert.StartsWith("██████░░░░░░  0:00:30, 0:00:30 left, measuring, 2 of 9: ", lines[2]);
        Assert.Equal("", lines[3].Trim());
    }

    [Fact]
    public void In_a_log_progress_is_a_line_a_minute()
    {
        var output = new StringWriter();
        var clock = new Clock();
        var progress = new ProgressLine(output, null, clock);

        for (var second = 0; second <= 120; second++)
        {
            clock.Now = TimeSpan.FromSeconds(second);
            progress.Show(At(second));
        }

        Assert.Equal(["0:00:00", "0:01:00", "0:02:00"], output.ToString().Split('\n')[..^1].Select(line => line.Split(',')[0]));
        Assert.DoesNotContain('\r', output.ToString());
    }

    [Fact]
    public void Findings_stay_and_an_unknown_time_is_estimated()
    {
        var output = new StringWriter { NewLine = "\n" };
        var progress = new ProgressLine(output, null, new Clock());

        progress.Show("round 1 of 6: baseline", null);
        progress.Show(At(1) with { News = "Possibly slower, so it is measured again: N.T.M (time +49.2%)" });

        Assert.Equal(
            "0:00:00, estimating, round 1 of 6: baseline\nPossibly slower, so it is measured again: N.T.M (time +49.2%)\n",
            output.ToString()
        );
    }

    [Fact]
    [Trait("Category", "Process")]
    public void A_log_and_whoever_asks_for_none_get_no_colours()
    {
        WriteRuns();

        Assert.DoesNotMatch(Colour, BenchProgram.Run(folder.Root, "compare", "old", "new").Output);
        Assert.Matches(Colour, OnTerminal(80, "", "compare old new"));
        Assert.DoesNotMatch(Colour, OnTerminal(80, "NO_COLOR=1", "compare old new"));
    }

    [Theory]
    [Trait("Category", "Process")]
    [InlineData("compare old new")]
    [InlineData("gate --help")]
    [InlineData("load --help")]
    [InlineData("")]
    public void A_terminal_of_80_columns_breaks_no_line(string arguments)
    {
        WriteRuns();

        var lines = Regex
            .Replace(OnTerminal(80, "NO_COLOR=1", arguments), KeyMode, "")
            .Split('\n')
            .Select(line => line.TrimEnd('\r'))
            // Commands stay whole, so that they can be copied.
            .Where(line => !line.StartsWith("  dotnet run ", StringComparison.Ordinal))
            .ToArray();

        Assert.Contains(lines, line => line.Length > 20);
        Assert.All(lines, line => Assert.InRange(line.Length, 0, 80));
    }

    [Theory]
    [InlineData("bench ga", "gate")]
    [InlineData("bench load sw", "sweep")]
    [InlineData("bench gate --base", "--baseline")]
    public void A_shell_gets_what_completes_a_line(string typed, string expected)
    {
        var run = BenchProgram.Run(folder.Root, FormattableString.Invariant($"[suggest:{typed.Length}]"), typed);

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Contains(expected, run.Output.Split('\n', StringSplitOptions.TrimEntries));
        Assert.DoesNotContain("versus", run.Output);
    }

    [Theory]
    [InlineData("'gat' is not a verb of bench (did you mean gate?). bench --help lists the verbs.", "gat")]
    [InlineData("'swep' is not a verb of bench load (did you mean sweep?). bench load --help lists the verbs.", "load", "swep")]
    [InlineData("bench load needs a verb. bench load --help lists the verbs.", "load")]
    [InlineData(
        "Unrecognized command or argument '--margn' (did you mean --margin?). bench gate --help lists the options.",
        "gate",
        "--margn"
    )]
    [InlineData("Unrecognized command or argument '--basline' (did you mean --baseline?). bench", "gate", "--basline", "main")]
    [InlineData("Unrecognized command or argument '--colour'. bench gate --help lists the options.", "gate", "--colour")]
    [InlineData("'--marign' (did you mean --margin?). bench gate", "gate", "--baseline", "HEAD", "--filter", "*", "--marign", "2%")]
    [InlineData("'--marign=2%' (did you mean --margin?). bench gate", "gate", "--baseline", "HEAD", "--filter", "*", "--marign=2%")]
    [InlineData("'--marign' (did you mean --margin?). bench bisect", "bisect", "*Total*", "--marign", "2%", "--good", "HEAD")]
    [InlineData("'--noise-floor'. bench bisect --help", "bisect", "*Total*", "--good", "HEAD", "--noise-floor", "1ns")]
    [InlineData("'--godo' (did you mean --good?). bench bisect", "bisect", "*Total*", "--godo", "HEAD")]
    [InlineData("'--marign' (did you mean --margin?). bench versus", "versus", "*Total*", "--marign", "2%")]
    [InlineData("'--marign' (did you mean --margin?). bench merge", "merge", "old", "new", "--marign", "3%")]
    [InlineData(
        "'--projcet' (did you mean --project?). bench affected",
        "affected",
        "--baseline",
        "HEAD",
        "--filter",
        "*",
        "--projcet",
        "a"
    )]
    [InlineData("'--conections' (did you mean --connections?). bench load gate", "load", "gate", "--baseline", "HEAD", "--conections", "9")]
    [InlineData("is a single run. Name a second one to compare it with: bench compare BASELINE CANDIDATE.", "compare", "old")]
    public void An_error_says_what_to_type_next(string expected, params string[] arguments)
    {
        WriteRuns();

        var run = BenchProgram.Run(folder.Root, arguments);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(expected, Assert.Single(run.Error.Trim().Split('\n')));
    }

    [Fact]
    [Trait("Category", "Process")]
    public void Outside_of_a_repository_a_gate_says_how_to_make_one()
    {
        var run = BenchProgram.Run(folder.Root, "gate", "--baseline", "main");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(
            "is not in a git work tree. Change to one, or create one with git init and a first commit.",
            Assert.Single(run.Error.Trim().Split('\n'))
        );
    }

    private void WriteRuns()
    {
        foreach (var (run, time) in new[] { ("old", 100.0), ("new", 150.0) })
            folder.Write(
                $"{run}/N.T-report-full.json",
                BdnJson.File(
                    BdnJson.Benchmark(
                        "Company.Product.Serialization.A_name_that_is_longer_than_any_column(Size: 1000)",
                        "DefaultJob",
                        null,
                        [time, time],
                        [time + 1, time],
                        [time, time + 1]
                    ),
                    BdnJson.Benchmark("N.T.Same", "DefaultJob", null, [50, 50], [51, 50], [50, 51])
                )
            );
    }

    // Returns what the program writes to a terminal with that many columns.
    private string OnTerminal(int columns, string variable, string arguments)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/usr/bin/script"), "script is not installed: apt-get install bsdutils");
        return BenchProgram.OnTerminal(
            folder.Root,
            $"stty cols {columns} rows 50; unset NO_COLOR; env TERM=xterm-256color {variable}",
            arguments
        );
    }

    private static GateProgress At(int done) =>
        new(FormattableString.Invariant($"measuring, {done} of 9"), "N.T.M(a rather long name of a benchmark)", TimeSpan.FromSeconds(30));

    private sealed class Clock : TimeProvider
    {
        public TimeSpan Now { get; set; }

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => Now.Ticks;
    }
}
