namespace Bench.Tests;

public class OverviewTests
{
    [Fact]
    public void The_name_alone_shows_the_verbs_that_are_used_most()
    {
        var run = BenchProgram.Run(Path.GetTempPath());

        Assert.Equal((2, ""), (run.ExitCode, run.Error));
        string[] commands =
        [
            .. run.Output.Split('\n').Where(line => line.StartsWith("  bench ", StringComparison.Ordinal)).Select(line => line.Trim()),
        ];
        Assert.Equal(6, commands.Length);
        Assert.All(run.Output.Split('\n'), line => Assert.InRange(line.Length, 0, 80));
        // Each option in the overview belongs to its verb.
        Assert.All(commands, command =>
        {
            string[] words = command.Split(' ');
            var verb = words.Skip(1).TakeWhile(word => word.All(char.IsAsciiLetterLower)).ToArray();
            var help = BenchProgram.Run(Path.GetTempPath(), [.. verb, "--help"]);
            Assert.Equal(0, help.ExitCode);
            Assert.All(words.Where(word => word.StartsWith("--", StringComparison.Ordinal)), option =>
                Assert.Contains(option, help.Output)
            );
        });
    }
}
