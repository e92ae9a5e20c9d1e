using System.Collections.Concurrent;

namespace Bench.Runner.Tests;

[Trait("Category", "Process")]
[Collection(MeasuringTests.Name)]
public sealed class SideTests(MeasuredPrograms measured) : SideTestsBase(measured, measured.Current)
{
    [Fact]
    public void Another_temporary_folder_is_no_obstacle()
    {
        // .NET puts its pipes there on Unix, and a path of a pipe has room for about a hundred characters.
        var elsewhere = Directory.CreateDirectory(Path.Combine(programs.Root, new string('t', 120))).FullName;

        using var side = Start(fixtures.Program with { Variables = [$"TMPDIR={elsewhere}"] });

        Assert.NotEmpty(side.List(BenchmarkFilter.All).Benchmarks);
    }

    [Fact]
    public void A_program_that_cannot_be_measured_says_so_in_one_line()
    {
        var noBenchmarks = new BenchmarkProgram(Path.Combine(AppContext.BaseDirectory, "Runner.Tests.dll"));
        var missing = new BenchmarkProgram(Path.Combine(programs.Root, "missing.dll"));
        var noProgram = new BenchmarkProgram(Path.Combine(programs.Repository, "Program.cs"), IsExecutable: true);
        using var side = Start(noBenchmarks);
        Assert.Contains("BenchmarkDotNet", OneLine(Assert.Throws<MeasurementException>(() => side.List(BenchmarkFilter.All))));
        Assert.Contains("missing.dll", OneLine(Assert.Throws<MeasurementException>(() => Start(missing))));
        Assert.Contains("Program.cs", OneLine(Assert.Throws<MeasurementException>(() => Start(noProgram))));
    }

    [Trait("Category", "Measured")]
    [Fact]
    public void A_failure_names_its_cause_and_is_that_of_its_benchmark_only()
    {
        var benchmarks = Benchmarks(fixtures.Program, BenchmarkFilter.All)
            .Where(benchmark => benchmark.Type is "Fixture.FailingRows" or "Fixture.UnconstructibleRows")
            .ToArray();
        // A value that was given with --env does not appear in the failure.
        var program = fixtures.Program with { Variables = [.. fixtures.Program.Variables ?? [], "SECRET_OF_OURS=the body threw"] };
        var pairs = new ProcessPairs(program, program, Brief.Measurement, TimeSpan.FromSeconds(4), new Random(1));

        var outcomes = Outcomes(pairs, benchmarks).ToDictionary();

        Assert.Equal(
            ["Fine", "Prints"],
            outcomes.Where(outcome => outcome.Value.Result is not null).Select(outcome => outcome.Key).Order()
        );
        foreach (
            var (method, cause) in new[]
            {
                ("InSetup", "not set up"),
                ("InCleanup", "not cleaned up"),
                ("InBody", "(hidden)"),
                ("InTask", "the task threw"),
                ("FailsFast", "it is over"),
                ("Exits", "7"),
                ("OnAThread", "nobody catches this"),
                ("Hangs", "no response for 4 s"),
                ("Never", "no instance"),
            }
        )
        {
            Assert.All([outcomes[method].BaselineFailure, outcomes[method].CandidateFailure], failure =>
            {
                Assert.Contains(cause, failure);
                Assert.DoesNotContain('\n', failure!);
            });
        }
    }

    [Fact]
    public void Cold_benchmarks_get_a_fresh_process_each()
    {
        var (program, log) = programs.Logging(fixtures.Program);
        var benchmarks = Benchmarks(program, BenchmarkFilter.All).Where(benchmark => benchmark.Type == "Fixture.ColdRows");
        var pairs = new ProcessPairs(program, program, Brief.Measurement, TimeSpan.FromSeconds(30), new Random(1));
        Assert.All(Outcomes(pairs, benchmarks), outcome => Assert.NotNull(outcome.Value.Result));
        Assert.Equal(["call 1", "call 1", "call 1", "call 1"], log());
    }

    [Fact]
    public void Benchmarks_of_a_class_share_no_process()
    {
        var (program, log) = programs.Logging(fixtures.Program);
        var benchmarks = Benchmarks(program, BenchmarkFilter.All).Where(benchmark => benchmark.Type == "Fixture.ProcessRows").ToArray();
        var pairs = new ProcessPairs(program, program, Brief.Measurement, TimeSpan.FromSeconds(30), new Random(1));
        Assert.All(Outcomes(pairs, benchmarks), outcome => Assert.NotNull(outcome.Value.Result));
        Assert.Equal(2, benchmarks.Length);
        Assert.Equal(4, log().Distinct().Count());
    }

    [Theory]
    [InlineData(null, false)]
    [InlineData("DOTNET_TC_CallCountingDelayMs=64", false)]
    [InlineData("DOTNET_TC_CallCountingDelayMs=0", true)]
    public void Whether_calls_are_counted_at_once_is_known(string? variable, bool isAtOnce)
    {
        using var side = Start(fixtures.Program, variable is null ? [] : [variable]);
        Assert.Equal(isAtOnce, side.CountsCallsAtOnce);
    }

    [Fact]
    public void No_process_outlives_its_side()
    {
        var (cancelled, disposed) = (0, 0);
        using (var side = Start(fixtures.Program))
            disposed = side.ProcessId;

        using var cancellation = new CancellationTokenSource();
        using (var side = HostedProcess.Start(fixtures.Program, [], cancellation.Token))
        {
            cancelled = side.ProcessId;
            side.Open(Find(side, benchmark => benchmark.Method == "Hangs"));
            cancellation.CancelAfter(200);
            Assert.ThrowsAny<OperationCanceledException>(() => side.Run(1));
        }

        Assert.Throws<ArgumentException>(() => Process.GetProcessById(disposed));
        Assert.Throws<ArgumentException>(() => Process.GetProcessById(cancelled));
        // The runtime's own sockets, which it removes if it exits normally.
        Assert.Empty(Directory.EnumerateFiles(Path.GetTempPath(), $"*-{disposed}-*"));
    }

    [Fact]
    public void What_a_user_asks_for_wins_over_the_job()
    {
        var (logging, log) = programs.Logging(fixtures.Program);
        var program = logging with { Variables = [.. logging.Variables ?? [], "FIXTURE_VARIABLE=mine"] };
        var benchmark = Benchmarks(program, BenchmarkFilter.All).First(benchmark => benchmark.Type == "Fixture.VariableRows");
        using var side = Start(program, [.. program.VariablesOf(benchmark)]);
        side.Open(Find(side, other => other.Id == benchmark.Id));
        side.Run(1);
        Assert.Equal(["variable mine"], log());
    }
}

[Trait("Category", "Process")]
[Collection(MeasuringTests.Name)]
public sealed class EarlierSideTests(MeasuredPrograms programs) : SideTestsBase(programs, programs.Earlier);

/// <summary>A foreign program, measured as its own BenchmarkDotNet would.</summary>
public abstract class SideTestsBase
{
    private static readonly ConcurrentDictionary<string, IReadOnlyList<HostedBenchmark>> Listed = new(StringComparer.Ordinal);

    private protected readonly MeasuredPrograms programs;
    private protected readonly FixtureSet fixtures;

    private protected SideTestsBase(MeasuredPrograms programs, FixtureSet fixtures)
    {
        this.programs = programs;
        this.fixtures = fixtures;
    }

    [Theory]
    [InlineData("", "")]
    [InlineData("*paramsrows.l*", "")]
    [InlineData("*Generic*\n*.Fine", "")]
    [InlineData("", "Chosen")]
    public void Its_benchmarks_are_those_that_BenchmarkDotNet_lists(string patterns, string category)
    {
        var filter = new BenchmarkFilter(
            patterns.Split('\n', StringSplitOptions.RemoveEmptyEntries),
            category.Split('\n', StringSplitOptions.RemoveEmptyEntries)
        );
        var start = new ProcessStartInfo(
            "dotnet",
            ["exec", fixtures.Program.Path, "--list", "flat", "--filter", .. filter.Patterns.DefaultIfEmpty("*")]
        )
        {
            RedirectStandardOutput = true,
        };
        foreach (var argument in filter.Categories.Count > 0 ? ["--anyCategories", .. filter.Categories] : Array.Empty<string>())
            start.ArgumentList.Add(argument);
        using var process = Process.Start(start)!;
        string[] listed =
        [
            .. process
                .StandardOutput.ReadToEnd()
                .Split('\n', StringSplitOptions.RemoveEmptyEntries)
                .Where(line => line.StartsWith("Fixture.", StringComparison.Ordinal)),
        ];
        process.WaitForExit();

        var benchmarks = Benchmarks(fixtures.Program, filter);

        Assert.NotEmpty(listed);
        Assert.Equal(
            listed.Order(),
            benchmarks.Select(benchmark => benchmark.Id.FullName.Split('(')[0].Replace('+', '.')).Distinct().Order()
        );
    }

    [Fact]
    public void Each_combination_of_parameters_arguments_and_jobs_is_a_benchmark_of_its_own()
    {
        var benchmarks = Benchmarks(fixtures.Program, BenchmarkFilter.All);

        Assert.Equal(benchmarks.Count, benchmarks.Select(benchmark => benchmark.Id).Distinct().Count());
        Assert.Equal(24, benchmarks.Count(benchmark => benchmark.Type == "Fixture.ParamsRows"));
        Assert.Equal(
            [
                "Fixture.ArgumentRows.Array(values: [1, 2, 3])",
                "Fixture.ArgumentRows.Enum(day: Friday)",
                "Fixture.ArgumentRows.Nullable(value: 7)",
                "Fixture.ArgumentRows.Nullable(value: null)",
                "Fixture.ArgumentRows.Source(one: \"x\", other: 1.5)",
                "Fixture.ArgumentRows.Source(one: http://a/, other: 2.5)",
                "Fixture.ArgumentRows.TextAndNumber(text: \"text\", number: 5)",
                "Fixture.ArgumentRows.TextAndNumber(text: null, number: -1)",
                "Fixture.ArgumentRows.Widened(value: 7)",
            ],
            benchmarks
                .Where(benchmark => benchmark.Type == "Fixture.ArgumentRows")
                .Select(benchmark => benchmark.Id.FullName)
                .Order(StringComparer.Ordinal)
        );
        Assert.Equal(2, benchmarks.Count(benchmark => benchmark.Type == "Fixture.CollectorRows"));
        Assert.Equal(2, benchmarks.Count(benchmark => benchmark.Type == "Fixture.VariableRows"));
        Assert.All(benchmarks.Where(benchmark => benchmark.Type == "Fixture.ParamsRows"), benchmark =>
            Assert.Equal(benchmark.Method == "Length", benchmark.IsBaseline)
        );
        Assert.Equal(10, Assert.Single(benchmarks, benchmark => benchmark.Method == "Ten").OperationsPerInvoke);
    }

    [Fact]
    public void What_BenchmarkDotNet_has_of_the_program_and_the_machine_is_told()
    {
        using var side = Start(fixtures.Program);
        var environment = side.List(BenchmarkFilter.All).Environment;
        Assert.Equal(fixtures.BenchmarkDotNet, environment.BenchmarkDotNet);
        Assert.StartsWith(".NET 10", environment.Runtime);
        Assert.Equal("Workstation", environment.GcMode);
        Assert.Equal(Environment.ProcessorCount, environment.Cores);
    }

    [Fact]
    public void Benchmarks_of_a_library_are_found() =>
        Assert.Equal("Library.LibraryRows.Here", Assert.Single(Benchmarks(fixtures.Starter, BenchmarkFilter.All)).Id.FullName);

    [Fact]
    public void Parameters_and_arguments_arrive()
    {
        var (program, log) = programs.Logging(fixtures.Program);

        RunEach(program, benchmark => benchmark.Type is "Fixture.ParamsRows" or "Fixture.ArgumentRows", 1);

        Assert.Equal(
            ((int[])[1, 20])
                .SelectMany(size =>
                    new[] { "a", "null", "with \"quotes\"\tand a tab" }.SelectMany(word =>
                        new[] { $"Length {size} {word} False", $"Length {size} {word} True" }
                    )
                )
                .Concat([
                    "TextAndNumber text 5",
                    "TextAndNumber null -1",
                    "Array 1,2,3",
                    "Enum Friday",
                    "Source x 1.5",
                    "Source http://a/ 2.5",
                    "Widened 7",
                    "Nullable 7",
                    "Nullable null",
                ])
                .Order(),
            log().Order()
        );
    }

    [Fact]
    public void An_argument_is_converted_as_the_compiler_would()
    {
        var (program, log) = programs.Logging(fixtures.Program);
        RunEach(program, benchmark => benchmark.Type == "Fixture.ConvertedRows", 1);
        Assert.Equal(["Converted 5 3 4"], log());
    }

    [Fact]
    public void A_job_that_pins_its_process_is_obeyed()
    {
        var (program, log) = programs.Logging(fixtures.Program);
        RunEach(program, benchmark => benchmark.Type == "Fixture.PinnedRows", 1);
        Assert.Equal(["affinity 1"], log());
    }

    [Fact]
    public void A_benchmark_never_sees_what_another_did_to_its_parameters()
    {
        var (program, log) = programs.Logging(fixtures.Program);
        RunEach(program, benchmark => benchmark.Type == "Fixture.SharedRows", 1);
        Assert.Equal(["Shared 1", "Shared 1"], log());
    }

    [Fact]
    public void Methods_of_every_shape_are_called_as_often_as_asked()
    {
        var (program, log) = programs.Logging(fixtures.Program);

        RunEach(
            program,
            benchmark =>
                benchmark.Type is "Fixture.ShapeRows" or "Fixture.DerivedRows" or "Fixture.DerivedRows+NestedRows" or "Fixture.StaticRows"
                || benchmark.Type.StartsWith("Fixture.GenericRows", StringComparison.Ordinal),
            3
        );

        Assert.Equal(
            (
                (string[])
                    [
                        "Void",
                        "Task",
                        "TaskOf",
                        "ValueTask",
                        "ValueTaskOf",
                        "Struct",
                        "Ten",
                        "Inherited",
                        "Nested",
                        "Static",
                        "Default Int32",
                        "Default String",
                    ]
            )
                .Select(name => (name, 3))
                .Order(),
            log().CountBy(line => line).Select(line => (line.Key, line.Value)).Order()
        );
    }

    [Theory]
    [InlineData("Plain", "setup", "call call call call call", "cleanup")]
    [InlineData("ByTask", "setup by task", "call call call call call", "cleanup by task")]
    [InlineData("ByValueTask", "setup by value task", "call call call call call", "cleanup by value task")]
    [InlineData(
        "Iterated",
        "setup",
        "iteration setup,call call,iteration cleanup,iteration setup,call call call,iteration cleanup",
        "cleanup"
    )]
    public void Setups_and_cleanups_run_once_and_in_order(string method, string before, string between, string after)
    {
        var (program, log) = programs.Logging(fixtures.Program);
        using (var side = Start(program))
        {
            var benchmark = Find(side, benchmark => benchmark.Type == "Fixture.LifecycleRows" && benchmark.Method == method);
            side.Open(benchmark);
            side.Run(2);
            side.RunEmpty(3);
            side.Allocate(3);
            side.Close();
        }

        Assert.Equal(
            [
                before,
                .. between.Split(',').SelectMany(part => part.StartsWith("call", StringComparison.Ordinal) ? part.Split(' ') : [part]),
                after,
            ],
            log()
        );
    }

    [Theory]
    [InlineData("LifecycleRows", "Plain", RunMode.Slices, 1)]
    [InlineData("LifecycleRows", "Iterated", RunMode.Iterations, 1)]
    [InlineData("MonitoredRows", "Monitored", RunMode.Iterations, 3)]
    [InlineData("ColdRows", "First", RunMode.FirstCall, 1)]
    internal void How_a_benchmark_is_run_follows_from_its_class_and_job(string type, string method, RunMode mode, long invocations)
    {
        var benchmark = Benchmarks(fixtures.Program, BenchmarkFilter.All)
            .Single(benchmark => benchmark.Type == $"Fixture.{type}" && benchmark.Method == method);
        Assert.Equal((mode, invocations), (benchmark.Mode, benchmark.InvocationCount));
    }

    [Fact]
    public void What_a_job_asks_of_its_process_is_so()
    {
        var (program, log) = programs.Logging(fixtures.Program);
        foreach (
            var benchmark in Benchmarks(program, BenchmarkFilter.All)
                .Where(benchmark => benchmark.Type is "Fixture.CollectorRows" or "Fixture.VariableRows")
        )
        {
            using var side = Start(program, benchmark.Variables);
            side.Open(Find(side, other => other.Id == benchmark.Id));
            side.Run(1);
        }

        Assert.Equal(["server False", "server True", "variable a=b c", "variable other"], log().Order());
    }

    [Fact]
    public void What_cannot_be_measured_says_why_and_the_others_are()
    {
        using var side = Start(fixtures.Program);
        var benchmarks = side.List(BenchmarkFilter.All).Benchmarks;

        Assert.Equal(
            ["Elsewhere", "Foreign", "Native", "Reference", "Span"],
            benchmarks.Where(benchmark => benchmark.UnsupportedReason.Length > 0).Select(benchmark => benchmark.Method).Order()
        );
        Assert.DoesNotContain(benchmarks, benchmark => benchmark.Method is "InStaticClass" or "OfAnAbstractClass" or "OfAHiddenClass");
        Assert.Contains("net8.0", benchmarks.Single(benchmark => benchmark.Method == "Elsewhere").UnsupportedReason);
        Assert.Contains("X86", benchmarks.Single(benchmark => benchmark.Method == "Foreign").UnsupportedReason);
        var error = Assert.Throws<MeasurementException>(() => side.Open(benchmarks.Single(benchmark => benchmark.Method == "Span")));
        Assert.False(error.IsFatal);
        side.Open(benchmarks.Single(benchmark => benchmark is { Type: "Fixture.UnmeasurableRows", Method: "Fine" }));
        Assert.True(side.Run(10).Nanoseconds > 0);
    }

    private static void RunEach(BenchmarkProgram program, Func<HostedBenchmark, bool> which, int invocations)
    {
        using var side = Start(program);
        foreach (var benchmark in side.List(BenchmarkFilter.All).Benchmarks.Where(which))
        {
            side.Open(benchmark);
            side.Run(invocations);
            side.Close();
        }
    }

    private protected static IEnumerable<KeyValuePair<string, PairOutcome>> Outcomes(
        ProcessPairs pairs,
        IEnumerable<HostedBenchmark> benchmarks
    ) =>
        benchmarks.Select(benchmark =>
            KeyValuePair.Create(
                benchmark.Method,
                pairs.Measure(new BenchmarkPairing(benchmark, benchmark), baselineFirst: false, CancellationToken.None)
            )
        );

    private protected static HostedProcess Start(BenchmarkProgram program, IReadOnlyList<string>? variables = null) =>
        HostedProcess.Start(program, variables ?? [], TestContext.Current.CancellationToken);

    private protected static HostedBenchmark Find(HostedProcess side, Func<HostedBenchmark, bool> which) =>
        side.List(BenchmarkFilter.All).Benchmarks.Single(which);

    // A program is listed once for all tests.
    private protected static IReadOnlyList<HostedBenchmark> Benchmarks(BenchmarkProgram program, BenchmarkFilter filter) =>
        Listed.GetOrAdd($"{program.Path} {string.Join(' ', filter.Patterns)} {string.Join(' ', filter.Categories)}", _ =>
        {
            using var side = Start(program);
            return side.List(filter).Benchmarks;
        });

    private protected static string OneLine(Exception error)
    {
        Assert.DoesNotContain('\n', error.Message);
        return error.Message;
    }
}
