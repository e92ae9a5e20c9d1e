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

    [Fact]
    public void Braces_of_messages_are_no_answer()
    {
        const string warning = "A.cs(1,1): warning CS1570: '{' and \"{}\" are no XML";
        var properties = new BuildProperties(
            new ChildProcess(0, warning + "\n{\n  \"Properties\": {\n    \"AssemblyName\": \"It\"\n  }\n}\n", "")
        );

        Assert.Equal("It", properties["AssemblyName"]);
        Assert.Throws<RunnerException>(() => new BuildProperties(new ChildProcess(0, warning, "")));
        // Incomplete JSON.
        Assert.Throws<RunnerException>(() =>
            new BuildProperties(new ChildProcess(0, "{ \"Properties\": { \"AssemblyName\": \"It\" }", ""))
        );
        Assert.Empty(ProjectEvaluation.Parse(warning));
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
