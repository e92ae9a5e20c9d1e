using Bench.Host;

namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class MeasuredDoctorTests : IDisposable
{
    private readonly MadeUpRepository repository = new(
        "N.First.A = 100 ns",
        "N.First.B = 100 ns",
        "N.Second.A = 100 ns",
        "N.Third.A = 100 ns, fails: not set up",
        "N.Cold.A = 100 ns, cold"
    );

    public void Dispose() => repository.Dispose();

    [Theory]
    [InlineData("doctor --measure")]
    [InlineData("init", "--ci gitlab")]
    public void Three_benchmarks_of_different_classes_are_measured_against_themselves(params string[] arguments)
    {
        var run = repository.Run(arguments);

        Assert.Equal(0, run.ExitCode);
        Assert.Matches(@"  N\.First\.A\n    [\d.]+x  [\d.]+x  [\d.]+x\n", run.Output);
        Assert.Matches(@"  N\.Second\.A\n    [\d.]+x  [\d.]+x  [\d.]+x\n", run.Output);
        Assert.Contains("  N.Third.A\n    not measured: not set up\n", run.Output);
        Assert.DoesNotContain("N.First.B", run.Output);
        Assert.DoesNotContain("N.Cold.A", run.Output);
        Assert.Contains("With a margin of 5%, nine in ten checks fail if", run.Text);
        // Six of each that works, one of the other.
        Assert.Equal(13, repository.Programs.MeasuredPairs);
        Assert.Contains(" in 0:00:39:", run.Output);
    }

    [Theory]
    [InlineData("doctor --measure")]
    [InlineData("init", "--ci gitlab")]
    public void A_filter_that_fits_nothing_is_named(params string[] arguments)
    {
        var run = repository.Run([.. arguments, "--filter *Nothing*"]);
        Assert.Equal(2, run.ExitCode);
        Assert.Contains("--filter: '*Nothing*' matches no benchmark", run.Message);
        Assert.Equal(0, repository.Programs.MeasuredPairs);
    }

    [Fact]
    public void Interrupted_it_says_so()
    {
        using var cancellation = new CancellationTokenSource();
        repository.Programs.OnPair = pair =>
        {
            if (pair == 3)
                cancellation.Cancel();
        };

        var run = repository.Run(cancellation.Token, "doctor --measure");

        Assert.Equal(130, run.ExitCode);
        Assert.Equal("bench: interrupted before anything was measured.", run.Message);
    }

    [Fact]
    public void The_first_of_each_class_goes_before_the_second_of_any()
    {
        var chosen = IdenticalCode.Choose([
            Benchmark("A", "1"),
            Benchmark("A", "2"),
            Benchmark("A", "cold") with
            {
                Mode = RunMode.FirstCall,
            },
            Benchmark("B", "1") with
            {
                UnsupportedReason = "it is",
            },
            Benchmark("C", "1"),
            Benchmark("C", "2"),
        ]);

        Assert.Equal(["A.1", "C.1", "A.2"], chosen.Select(benchmark => $"{benchmark.Type}.{benchmark.Method}"));
    }

    private static HostedBenchmark Benchmark(string type, string method) =>
        new(
            0,
            new BenchmarkId($"{type}.{method}", JobTraits.Default),
            new ListedBenchmark(
                $"{type}.{method}",
                type,
                type,
                method,
                "",
                "",
                method,
                type,
                IsBaseline: false,
                OperationsPerInvoke: 1,
                RunMode.Slices,
                InvocationCount: 1,
                HasSetup: false,
                UnsupportedReason: "",
                Variables: [],
                Affinity: 0
            )
        );
}
