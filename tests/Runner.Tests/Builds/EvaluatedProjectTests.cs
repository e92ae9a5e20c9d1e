namespace Bench.Runner.Tests;

public sealed class EvaluatedProjectTests
{
    [Theory]
    [InlineData("net8.0", "net8.0", null, "net8.0", "net8.0")]
    [InlineData("net8.0;net10.0", "net10.0;net8.0", null, "net10.0", "net10.0")]
    [InlineData("net8.0", "net8.0;net10.0", null, "net8.0", "net8.0")]
    [InlineData("net8.0", "net10.0", null, "net8.0", "net10.0")]
    [InlineData("net8.0;net10.0", "net8.0;net10.0", "net8.0", "net8.0", "net8.0")]
    [InlineData("net48;net10.0;net12.0", "net10.0;net12.0;netstandard2.0", null, "net10.0", "net10.0")]
    public void The_newest_that_both_builds_have_is_measured(
        string baseline,
        string candidate,
        string? asked,
        string ofBaseline,
        string ofCandidate
    ) => Assert.Equal((ofBaseline, ofCandidate), EvaluatedProject.ChooseFrameworks(Project(baseline), Project(candidate), asked));

    [Theory]
    [InlineData(
        "net48;netstandard2.0",
        null,
        "the baseline: A.csproj targets net48, netstandard2.0, but only net8.0 to net11.0 can be measured"
    )]
    [InlineData("net6.0", null, "the baseline: A.csproj targets net6.0, but only net8.0 to net11.0")]
    [InlineData(
        "net8.0;net10.0",
        "net9.0",
        "A.csproj has no target framework net9.0. Add it to TargetFrameworks, or use one of net8.0, net10.0"
    )]
    [InlineData("net48;net10.0", "net48", "A.csproj targets net48, but only net8.0 to net11.0")]
    public void What_cannot_be_measured_is_refused_with_what_was_expected(string baseline, string? asked, string expected) =>
        Assert.Contains(
            expected,
            Assert.Throws<RunnerException>(() => EvaluatedProject.ChooseFrameworks(Project(baseline), Project("net10.0"), asked)).Message
        );

    [Fact]
    public void Each_build_may_have_its_own()
    {
        Assert.Equal(
            ("net8.0", "net10.0"),
            EvaluatedProject.ChooseFrameworks(Project("net8.0;net10.0"), Project("net8.0;net10.0"), null, ("net8.0", "net10.0"))
        );
        Assert.Contains(
            "the candidate: A.csproj has no target framework net10.0",
            Assert
                .Throws<RunnerException>(() =>
                    EvaluatedProject.ChooseFrameworks(Project("net8.0"), Project("net8.0"), null, ("net8.0", "net10.0"))
                )
                .Message
        );
    }

    [Fact]
    public void A_choice_is_named_where_there_is_one()
    {
        Assert.Equal("net10.0 of net8.0, net10.0", Project("net8.0;net10.0").Choice("net10.0"));
        Assert.Null(Project("net10.0").Choice("net10.0"));
    }

    private static EvaluatedProject Project(string frameworks) =>
        new(
            "/repository/A.csproj",
            [
                .. frameworks
                    .Split(';')
                    .Select(name => new EvaluatedFramework(
                        name,
                        name.Contains('.', StringComparison.Ordinal) && Version.TryParse(name["net".Length..], out var version)
                            ? version
                            : null,
                        new Version(11, 0),
                        null,
                        "Exe",
                        [],
                        []
                    )),
            ]
        );
}
