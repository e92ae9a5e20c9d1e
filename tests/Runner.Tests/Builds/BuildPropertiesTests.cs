using Bench.Processes;

namespace Bench.Runner.Tests;

public sealed class BuildPropertiesTests
{
    [Fact]
    public void Properties_are_read_behind_warnings()
    {
        var properties = new BuildProperties(
            new ChildProcess(0, """a warning: { "Properties": { "AssemblyName": "It", "OutputType": "Exe" } }""", "")
        );

        Assert.Equal(("It", "Exe"), (properties["AssemblyName"], properties["OutputType"]));
    }

    [Theory]
    [InlineData("")]
    [InlineData("Attempting to cancel the build...\n")]
    public void A_build_that_a_signal_ended_has_none(string output)
    {
        var thrown = Assert.Throws<RunnerException>(() => new BuildProperties(new ChildProcess(0, output, "")));

        Assert.DoesNotContain('\n', thrown.Message);
    }
}
