namespace Bench.Runner.Tests;

[Trait("Category", "Process")]
[Collection(MeasuringTests.Name)]
public sealed class ProgramListingTests(MeasuredPrograms programs) : ProgramListingTestsBase(programs, programs.Current)
{
    /// <summary>The shapes of Main, and the benchmarks of two classes, each with the variable or job from Main.</summary>
    [Fact]
    public void Benchmarks_have_the_jobs_of_the_configuration_that_Main_passes() =>
        AssertListed(
            $"""
            switcher of an assembly: {SlowRows}, {SlowOtherRows}
            switcher of types: {SlowRows}, {SlowOtherRows}; others
            runs all: {SlowRows}, {SlowOtherRows}; others
            runs all joined: {SlowRows}, {SlowOtherRows}; others
            generic: {SlowRows}, {OtherRows}; others
            generic with arguments: {SlowRows}, {OtherRows}; others
            type: {SlowRows}, {OtherRows}; others
            types: {SlowRows}, {SlowOtherRows}; others
            methods: {Rows}, Two+20, Two/ShortRun; others
            converter: {SlowRows}, {OtherRows}; others
            two jobs: Sleeps(1), Sleeps(1)+20, Sleeps(2), Sleeps(2)+20, {OtherRows}; others
            job of an attribute: {Rows}, {SlowOtherRows}; others
            filter: Sleeps(2)+20, {OtherRows}; others
            validator that changes cases: {SlowRows}, {OtherRows}; others
            several runs: {SlowRows}, Sleeps(1)+30, Sleeps(2)+30, {SlowOtherRows}; others
            debugs in process: Sleeps(1)/Toolchain=InProcessEmitToolchain, Sleeps(2)/Toolchain=InProcessEmitToolchain, {OtherRows}; others
            waits for Enter: {SlowRows}, {OtherRows}; others
            runs and exits: {SlowRows}, {OtherRows}; others
            runs and throws: {SlowRows}, {OtherRows}; Main threw InvalidOperationException (no results). {LaterUnread}
            runs and hangs: {SlowRows}, {OtherRows}; Main did not end within 10 s. {LaterUnread}
            build argument: Sleeps(1)!the build argument /p:Other=true, Sleeps(2)!the build argument /p:Other=true, {OtherRows}; others
            build configuration: Sleeps(1)!the build configuration Checked, Sleeps(2)!the build configuration Checked, {OtherRows}; others
            other framework: Sleeps(1)!net8.0, Sleeps(2)!net8.0, {OtherRows}; others
            other toolchain: Sleeps(1)!net8.0, Sleeps(2)!net8.0, {OtherRows}; others
            own cases: Sleeps(3)!Main creates this case itself, {OtherRows}; others
            """
        );

    [Fact]
    public void Where_Main_runs_no_benchmarks_the_attributes_count_and_the_report_says_so() =>
        AssertListed(
            $"""
            nothing: {Rows}, {OtherRows}; {NothingRead}
            own arguments: {Rows}, {OtherRows}; {NothingRead}
            exits: {Rows}, {OtherRows}; {NothingRead}
            throws: {Rows}, {OtherRows}; Main threw InvalidOperationException (no settings) {NothingOfIt}
            asks until answered: {Rows}, {OtherRows}; Main waited for the console {NothingOfIt}
            hangs: {Rows}, {OtherRows}; Main did not end within 2 s {NothingOfIt}
            crashes: {Rows}, {OtherRows}; Main's configuration was not read: its process ended: Process terminated. out of order
            """
        );
}

[Trait("Category", "Process")]
[Collection(MeasuringTests.Name)]
public sealed class EarlierProgramListingTests(MeasuredPrograms programs) : ProgramListingTestsBase(programs, programs.Earlier)
{
    /// <summary>It fails because the job of another class requests native code for an unknown framework.</summary>
    [Fact]
    public void Its_Main_is_read_as_well_and_where_BenchmarkDotNet_fails_the_attributes_count() =>
        AssertListed(
            $"""
            types: {SlowRows}, {SlowOtherRows}; others
            generic with arguments: {SlowRows}, {OtherRows}; others
            converter: {SlowRows}, {OtherRows}; others
            switcher of an assembly: {Rows}, {OtherRows}; Main threw NotImplementedException (SDK version check not implemented for NotRecognized) {NothingOfIt}
            other framework: {Rows}, {OtherRows}; {NothingRead}
            """
        );
}

/// <summary>Main's benchmarks are listed with the jobs of Main's configuration, whatever else Main does.</summary>
public abstract class ProgramListingTestsBase
{
    private protected const string Rows = "Sleeps(1), Sleeps(2)";
    private protected const string SlowRows = "Sleeps(1)+20, Sleeps(2)+20";
    private protected const string OtherRows = "One/ShortRun, Two/ShortRun";
    private protected const string SlowOtherRows = "One+20, Two+20, One/ShortRun, Two/ShortRun";
    private protected const string NothingOfIt = "and ran no benchmarks, so its configuration was not read";
    private protected const string NothingRead = "Main ended without running benchmarks, so its configuration was not read";
    private protected const string LaterUnread = "Benchmarks that it would have run after that are unknown";
    private const string Others = "Main does not run ";

    private readonly MeasuredPrograms programs;
    private readonly FixtureSet fixtures;

    private protected ProgramListingTestsBase(MeasuredPrograms programs, FixtureSet fixtures)
    {
        this.programs = programs;
        this.fixtures = fixtures;
    }

    [Fact]
    public void A_Main_that_runs_the_benchmarks_of_a_library_is_read_as_well()
    {
        var (benchmarks, unread) = List(fixtures.Starter);
        var benchmark = Assert.Single(benchmarks);
        Assert.Equal(("Library.LibraryRows.Here", "Server=True"), (benchmark.Id.FullName, benchmark.Id.Job.ToString()));
        Assert.Null(unread);
        using var side = HostedProcess.Start(fixtures.Starter, benchmark.Variables, TestContext.Current.CancellationToken);
        Assert.NotNull(side.Find(benchmark));
    }

    [Fact]
    public void A_benchmark_runs_in_the_process_that_its_job_of_Main_asks_for()
    {
        var (program, log) = programs.Logging(fixtures.Program);
        var benchmark = Assert.Single(List(WithMain(program, "pinned")).Benchmarks, benchmark =>
            benchmark is { Type: "Fixture.OtherConfiguredRows", Method: "One", Affinity: 1 }
        );
        using var side = HostedProcess.Start(program, benchmark.Variables, TestContext.Current.CancellationToken);

        side.Open(side.Find(benchmark)!);
        side.Run(1);

        Assert.Equal(["affinity 1, variable 20"], log());
    }

    private protected void AssertListed(string table)
    {
        var shapes = table.Split('\n', StringSplitOptions.TrimEntries).Select(line => line[..line.IndexOf(':', StringComparison.Ordinal)]);
        var listed = shapes.AsParallel().AsOrdered().WithDegreeOfParallelism(2).Select(Line).ToArray();
        Assert.Equal(table, string.Join('\n', listed), ignoreLineEndingDifferences: true);
    }

    private string Line(string shape)
    {
        var (benchmarks, unread) = List(WithMain(fixtures.Program, shape));
        var described = benchmarks
            .Where(benchmark => benchmark.Type.EndsWith("ConfiguredRows", StringComparison.Ordinal))
            .Select(Described);
        return $"{shape}: {string.Join(", ", described)}"
            + (
                unread is null ? ""
                : unread.StartsWith(Others, StringComparison.Ordinal) ? "; others"
                : $"; {unread}"
            );
    }

    /// <summary>Its method and parameter, and how its job differs from the default one.</summary>
    private static string Described(HostedBenchmark benchmark) =>
        benchmark.Method
        + (benchmark.Parameters.Length == 0 ? "" : $"({benchmark.Parameters.Split('=')[1].TrimEnd(']')})")
        + (
            benchmark.UnsupportedReason.Length > 0
                ? $"!{benchmark.UnsupportedReason.Split(", but ")[0].Replace("its job requires ", "", StringComparison.Ordinal)}"
            : benchmark.Variables is [var variable] ? $"+{variable.Split('=')[1]}"
            : benchmark.Id.Job.What.Length > 0 ? $"/{benchmark.Id.Job.What}"
            : ""
        );

    private static (IReadOnlyList<HostedBenchmark> Benchmarks, string? Unread) List(BenchmarkProgram program)
    {
        var shape = (program.Variables ?? []).LastOrDefault() ?? "";
        using var listing = ProgramListing.Start(
            program,
                // One of them runs its benchmarks first.
                shape.EndsWith("=hangs", StringComparison.Ordinal)
                    ? TimeSpan.FromSeconds(2)
                : shape.EndsWith(" hangs", StringComparison.Ordinal) ? TimeSpan.FromSeconds(10)
                : ProgramListing.MainLimit,
            TestContext.Current.CancellationToken
        );
        return (listing.List(BenchmarkFilter.All).Benchmarks, listing.Unread);
    }

    private static BenchmarkProgram WithMain(BenchmarkProgram program, string shape) =>
        program with
        {
            Variables = [.. program.Variables ?? [], $"FIXTURE_MAIN={shape}"],
        };
}
