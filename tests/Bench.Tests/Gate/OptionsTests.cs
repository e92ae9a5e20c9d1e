using Bench.Cli.Gate;

namespace Bench.Tests;

public sealed class OptionsTests : FolderTests
{
    [Fact]
    public void What_a_gate_is_told_is_kept()
    {
        var config = folder.Write("own.json", """{"margin":"3%"}""");
        var options = From("--config", config, "--margin", "10%", "--noise-floor", "2us", "--control", "*A*", "--control", "*B*");
        Assert.Equal(new CheckOptions(config, """{"margin":"3%"}""", 0.1, 2000, ["*A*", "*B*"]), options);
        Assert.Equal($"--config {config} --margin 10% --noise-floor 2000ns --control *A* --control *B*", JudgingChoices.Text(options));
    }

    [Fact]
    public void What_lets_pass_is_kept()
    {
        var options = From("--max-inconclusive", "50%", "--allow-missing", "--strict-environment");
        Assert.Equal("--max-inconclusive 50% --allow-missing --strict-environment", JudgingChoices.Text(options));
    }

    [Fact]
    public void Nothing_is_kept_where_nothing_was_told()
    {
        Assert.Null(From());
        Assert.Equal("no options", JudgingChoices.Text(null));
    }

    [Fact]
    public void What_is_told_now_goes_before_what_was_told_then()
    {
        var then = new CheckOptions("old.json", "{}", 0.1, 1, ["*A*"], 0.5, true, true);
        var now = Choices("--margin", "2%").OptionsOf(BenchProgram.Context(folder.Root), then);
        Assert.Equal(then with { Margin = 0.02 }, now);
    }

    [Fact]
    public void The_command_that_repeats_the_check_has_them()
    {
        var then = new CheckOptions(Margin: 0.1, NoiseFloorNanoseconds: 1.5);
        var settings = Choices().Settings(BenchProgram.Context(folder.Root), then);
        Assert.Equal((0.1, 1.5), (settings.Margin.Relative, settings.Margin.NoiseFloor));
        Assert.Equal(" --margin '10%' --noise-floor 1.5ns", settings.GivenOptions);
    }

    private CheckOptions? From(params string[] arguments) => Choices(arguments).OptionsOf(BenchProgram.Context(folder.Root));

    private static JudgingChoices Choices(params string[] arguments) =>
        JudgingChoices.From(GateCommand.Create().Parse(["--baseline", "main", .. arguments]));
}
