namespace Bench.Runner.Tests;

/// <summary>A change reaches the process. Host.Tests has all shapes of bodies.</summary>
[Trait("Category", "Process")]
[Collection(MeasuringTests.Name)]
public sealed class InjectionTests(MeasuredPrograms programs)
{
    [Theory]
    [InlineData("Void", 0.25, 100, 125)]
    [InlineData("ValueTaskOf", 0.1, 30, 33)]
    public void The_body_is_called_again_on_exactly_the_share_of_invocations(string method, double share, int invocations, int calls)
    {
        var (program, log) = programs.Logging();
        using (var side = Open(program, method, new InjectedChange(share, 0)))
            side.Run(invocations);
        Assert.Equal(calls, log().Length);
    }

    [Fact]
    public void So_many_bytes_more_are_allocated_for_each_operation()
    {
        const string method = "Ten";
        const int operations = 10;
        const int invocations = 3000;
        using var plain = Open(programs.Baseline, method, InjectedChange.None);
        using var more = Open(programs.Baseline, method, new InjectedChange(0, 8));
        plain.Run(invocations);
        more.Run(invocations);
        Assert.Equal(8, (more.Allocate(invocations) - plain.Allocate(invocations)) / invocations / operations, 0.5);
    }

    private static HostedProcess Open(BenchmarkProgram program, string method, InjectedChange change)
    {
        var side = HostedProcess.Start(program, []);
        side.Open(
            side.List(BenchmarkFilter.All)
                .Benchmarks.Single(benchmark => benchmark.Type == "Fixture.ShapeRows" && benchmark.Method == method),
            change
        );
        return side;
    }
}
