namespace Bench.Runner.Tests;

public sealed class SameCodeProofTests : TemporaryFolderTests
{
    private const string Before =
        "class A { int X() => 1; int Y() => 1; int Z() => 1; int Q() => 1; int U() => 1; int V() => 1;"
        + " object P() => System.Diagnostics.Process.Start(\"x\"); object L() => typeof(A).Assembly.Location; }";
    private static readonly string After = Before.Replace("X() => 1", "X() => 2", StringComparison.Ordinal);

    private const string ProcessStart = "System.Diagnostics.ProcessStartInfo";
    private const string Starts = "it starts a process, which reads a program that was built from these sources";
    private string[] types = [];
    private string[] modules = [];
    private readonly List<string> recorded = [];
    private Action<string> found = _ => { };

    /// <summary>Other code that runs in a process of a build.</summary>
    private Func<string, string[]> besides = _ => [];

    /// <summary>The names of the code that runs if these benchmarks run in this order in one process.</summary>
    private Func<IReadOnlyList<string>, IEnumerable<string>> running = names => names;

    [Fact]
    public void A_class_that_nothing_changed_for_is_recorded_once()
    {
        Assert.Equal([null, null], EffectsOn(After, "T.Y", "T.Z"));
        Assert.Equal(["after T.Y T.Z", "before T.Z T.Y"], recorded.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void A_class_that_something_changed_for_is_divided_until_it_is_known_for_which_benchmark()
    {
        var effects = EffectsOn(After, "T.X(1)", "T.X(2)", "T.Y(1)", "T.Y(2)");

        Assert.Equal(["A.X changed", "A.X changed", null, null], effects.Select(Reason));

        Assert.Contains("after T.Y(1) T.Y(2)", recorded);
        Assert.DoesNotContain("after T.Y(1)", recorded);
        // Facts from the candidate are not recorded again in the baseline.
        Assert.Contains("after T.X(1)", recorded);
        Assert.DoesNotContain("before T.X(1)", recorded);
    }

    /// <summary>
    /// The first benchmark of a process chooses for all of them. Neither T.Y nor T.Z chooses the changed code; only T.Q does.
    /// </summary>
    [Fact]
    public void What_runs_depends_on_what_ran_before_so_each_is_recorded_alone()
    {
        running = names =>
            [
                .. names,
                names[0] switch
                {
                    "T.Y" => "T.U",
                    "T.Z" => "T.V",
                    _ => "T.X",
                },
            ];

        Assert.Equal([null, "A.X changed", null], EffectsOn(After, "T.Y", "T.Q", "T.Z").Select(Reason));
        Assert.Contains("after T.Q", recorded);
    }

    [Fact]
    public void What_runs_now_and_then_does_not_make_each_be_recorded_alone()
    {
        var times = 0;
        running = names =>
            Interlocked.Increment(ref times) == 1 ? [.. names, "T.Q"]
            : times <= 3 ? names
            : [.. names, "T.Q"];
        Assert.Equal([null, null], EffectsOn(After, "T.Y", "T.Z"));
        Assert.DoesNotContain("after T.Y", recorded);
    }

    /// <summary>The comparison finds no cause, but the builds still differ.</summary>
    [Theory]
    [InlineData("T.Y")]
    [InlineData("T.Y", "T.Z")]
    public void Other_code_in_each_build_is_a_reason(params string[] names)
    {
        besides = side => side == "before" ? ["T.U"] : ["T.V"];
        Assert.All(EffectsOn(After, names), effect => Assert.Equal("A.V ran only in the candidate", effect?.Reason));
    }

    [Fact]
    public void More_code_in_the_baseline_is_a_reason()
    {
        besides = side => side == "before" ? ["T.U"] : [];
        Assert.Equal("A.U ran only in the baseline", Assert.Single(EffectsOn(After, "T.Y"))?.Reason);
    }

    /// <summary>For instance a timer or a thread. Trying again shows if the other build has it too.</summary>
    [Fact]
    public void What_runs_in_each_process_of_one_build_and_in_one_of_the_other_is_no_reason()
    {
        var times = 0;
        besides = side => side == "before" || ++times == 2 ? ["T.U"] : [];
        Assert.Null(Assert.Single(EffectsOn(After, "T.Y")));
        Assert.Equal(2, times);
    }

    [Fact]
    public void What_fails_beside_others_is_recorded_alone()
    {
        running = names => names.Count > 1 ? throw new MeasurementException("together") : names;
        Assert.Equal([null, "A.X changed"], EffectsOn(After, "T.Y", "T.X").Select(Reason));
    }

    [Fact]
    public void What_cannot_be_recorded_is_measured()
    {
        running = names => names.Contains("T.Z") ? throw new MeasurementException("no") : names;
        Assert.Equal([null, "the code that it runs cannot be recorded: no"], EffectsOn(After, "T.Y", "T.Z").Select(Reason));
    }

    [Theory]
    [InlineData("nothing", null)]
    [InlineData("after/Program.dll", "A.P calls Process.Start, which may call any code, and A.X changed")]
    [InlineData("before/Program.dll", "A.P calls Process.Start, which may call any code, and A.X changed")]
    [InlineData("sources-after/tool/bin/Tool.dll", "A.P calls Process.Start, which may call any code, and A.X changed")]
    [InlineData("sources-before/tool/bin/tool", "A.P calls Process.Start, which may call any code, and A.X changed")]
    public void Another_process_matters_where_it_reads_a_program(string read, string? reason)
    {
        foreach (var side in new[] { "before", "after" })
        {
            Write($"sources-{side}/tool/bin/Tool.dll", "a program");
            Write($"sources-{side}/tool/bin/tool", "its host");
        }

        found = side => ReadOf(side, read);

        var effects = EffectsOn(After, "T.P", "T.Y");

        Assert.SkipWhen(!TellsReads(), "the file system does not tell who reads a file");
        // Recording each of them alone shows which one it was.
        Assert.Equal(reason, effects[0]?.Reason);
    }

    /// <summary>An unchanged library starts it, and its code is not compared.</summary>
    [Theory]
    [InlineData("nothing", null)]
    [InlineData("sources-after/tool/bin/Tool.dll", Starts)]
    [InlineData("sources-before/tool/.hidden/tool", Starts)]
    public void A_process_that_unchanged_code_starts_matters_where_it_reads_a_program(string read, string? reason)
    {
        foreach (var side in new[] { "before", "after" })
        {
            Write($"sources-{side}/tool/bin/Tool.dll", "a program");
            Write($"sources-{side}/tool/.hidden/tool", "another");
            Write($"sources-{side}/tool.txt", side);
        }

        types = [ProcessStart];
        found = side => ReadOf(side, read);

        var effects = Proof(Before, "tool.txt").EffectsOn([Pairing("T.Y"), Pairing("T.Z")]);

        Assert.SkipWhen(!TellsReads(), "the file system does not tell who reads a file");
        Assert.All(effects, effect => Assert.Equal(reason, effect?.Reason));
    }

    [Theory]
    [InlineData("nothing", null)]
    [InlineData("after/tools/Cli.dll", Starts)]
    public void A_program_in_a_folder_of_the_output_may_be_started(string read, string? reason)
    {
        foreach (var side in new[] { "before", "after" })
        {
            Write($"{side}/tools/Cli.dll", "");
            File.WriteAllBytes(
                Path.Combine(folder.Path, side, "tools", "Cli.dll"),
                CompiledSource.Compile($"class Cli {{ string M() => \"{side}\"; }}", "Cli")
            );
        }

        types = [ProcessStart];
        found = side => ReadOf(side, read);

        var effects = EffectsOn(Before, "T.Y");

        Assert.SkipWhen(!TellsReads(), "the file system does not tell who reads a file");
        Assert.Equal(reason, effects[0]?.Reason);
    }

    /// <summary>A compiler in a benchmark reads assemblies that are never loaded.</summary>
    [Theory]
    [InlineData("nothing", null)]
    [InlineData("after/Program.dll", "A.L calls Assembly.get_Location, which may call any code, and A.X changed")]
    public void Who_asks_where_an_assembly_lies_may_read_it(string read, string? reason)
    {
        found = side => ReadOf(side, read);
        var effects = EffectsOn(After, "T.L", "T.Y");
        Assert.SkipWhen(!TellsReads(), "the file system does not tell who reads a file");
        Assert.Equal(reason, effects[0]?.Reason);
    }

    /// <summary>A compiler in a library asks for the folder itself, and its code is not compared.</summary>
    [Theory]
    [InlineData("nothing", null)]
    [InlineData("before/Program.dll", "it reads assemblies as files, and one that was built from these sources")]
    [InlineData("after/Program.dll", "it reads assemblies as files, and one that was built from these sources")]
    public void A_library_that_reads_metadata_matters_where_it_reads_a_program(string read, string? reason)
    {
        types = ["System.Reflection.Metadata.MetadataReader"];
        found = side => ReadOf(side, read);
        var effects = EffectsOn(After, "T.Y", "T.Z");
        Assert.SkipWhen(!TellsReads(), "the file system does not tell who reads a file");
        Assert.All(effects, effect => Assert.Equal(reason, effect?.Reason));
    }

    [Fact]
    public void A_plugin_from_elsewhere_is_a_reason_where_the_output_is_the_same()
    {
        Write("sources-before/plugin.txt", "one");
        Write("sources-after/plugin.txt", "other");
        modules = [Path.Combine(folder.Path, "sources-after", "Plugin.dll")];
        var effects = Proof(Before, "plugin.txt").EffectsOn([Pairing("T.Y")]);
        Assert.Equal("it loads Plugin.dll, which is not part of the program", effects[0]?.Reason);
    }

    [Fact]
    public void A_file_that_only_the_baseline_has_is_read_by_the_baseline()
    {
        Write("sources-before/index.bin", "an index");
        found = side => ReadOf(side, "sources-before/index.bin");
        var effects = Proof(Before, "index.bin").EffectsOn([Pairing("T.Y")]);
        Assert.SkipWhen(!TellsReads(), "the file system does not tell who reads a file");
        Assert.Equal("it reads index.bin, which changed", effects[0]?.Reason);
    }

    [Fact]
    public void Another_process_of_a_program_where_more_changed_is_no_excuse() =>
        Assert.Equal("A.X changed", EffectsOn(After, "T.P", "T.X")[1]?.Reason);

    [Fact]
    public void Who_reads_a_file_is_found_of_one_after_the_other()
    {
        WriteBoth("data.txt", "one", "other");
        running = names =>
        {
            if (names.Contains("U.Z"))
                File.ReadAllText(Path.Combine(folder.Path, "after", "data.txt"));
            return names;
        };

        var effects = EffectsOn(After, "T.Y", "T.Z", "U.Y", "U.Z", "U.X");

        Assert.SkipWhen(!TellsReads(), "the file system does not tell who reads a file");
        Assert.Equal([null, null, null, "it reads data.txt, which changed", "A.X changed"], effects.Select(Reason));
    }

    [Fact]
    public void Of_the_same_code_one_side_is_enough_to_see_who_reads()
    {
        WriteBoth("data.txt", "one", "other");
        running = names =>
        {
            if (names.Contains("T.Z"))
                File.ReadAllText(Path.Combine(folder.Path, "after", "data.txt"));
            return names;
        };

        var effects = EffectsOn(Before, "T.Y", "T.Z");

        Assert.SkipWhen(!TellsReads(), "the file system does not tell who reads a file");
        Assert.Equal([null, "it reads data.txt, which changed"], effects.Select(Reason));
        Assert.DoesNotContain(recorded, recording => recording.StartsWith("before", StringComparison.Ordinal));
    }

    [Fact]
    public void Another_job_is_another_benchmark()
    {
        var proof = Proof(Before);
        var effect = Assert.Single(proof.EffectsOn([new BenchmarkPairing(Benchmark("T.Y"), Benchmark("T.Y") with { IsBaseline = true })]));
        Assert.Equal("its job, its parameters or its name changed", effect?.Reason);
        Assert.Empty(recorded);
    }

    [Fact]
    public void What_is_open_when_the_time_ends_is_not_proven_and_ends()
    {
        var effects = Proof(After)
            .EffectsOn([.. new[] { "T.X", "T.Y", "T.Z" }.Select(name => new BenchmarkPairing(Benchmark(name), Benchmark(name)))], () =>
                true
            );
        Assert.All(effects, effect => Assert.Equal("the time for comparing code ended", effect?.Reason));
        Assert.Empty(recorded);
    }

    // BenchmarkDotNet 0.14 and earlier draw the name with a hash that differs in each process.
    [Fact]
    public void The_drawn_name_of_a_job_is_no_other_job()
    {
        static HostedBenchmark Of(string job) => Benchmark("T.Y") with { DisplayInfo = $"T.Y: {job}(WarmupCount=3)", Group = $"T {job}" };
        var effects = Proof(After)
            .EffectsOn([
                new BenchmarkPairing(Of("Job-ABCDEF"), Of("Job-QWERTZ")),
                new BenchmarkPairing(Of("Job-ABCDEF"), Of("Job-QWERTZ") with { DisplayInfo = "T.Y: Job-QWERTZ(WarmupCount=4)" }),
            ]);
        Assert.Equal([null, "its job, its parameters or its name changed"], effects.Select(Reason));
    }

    [Fact]
    public void Another_version_of_its_assembly_is_no_other_benchmark()
    {
        var effects = Proof(After)
            .EffectsOn([
                .. new[] { "T.X", "T.Y" }.Select(name => new BenchmarkPairing(Versioned(name, "1.0.0.0"), Versioned(name, "1.0.1.0"))),
                new BenchmarkPairing(Versioned("T.Z", "1.0.0.0"), Versioned("T.Z", "1.0.0.0", "Other")),
            ]);

        Assert.Equal(["A.X changed", null, "its job, its parameters or its name changed"], effects.Select(Reason));

        static HostedBenchmark Versioned(string name, string version, string assembly = "Program")
        {
            var place = $"{assembly}, Version={version}, Culture=neutral, PublicKeyToken=null";
            var type = $"T`1[[Row, {place}]]";
            return Benchmark(name) with { Type = type, QualifiedType = $"{type}, {place}", Group = type };
        }
    }

    private static string? Reason(CodeEffect? effect) => effect?.Reason;

    private IReadOnlyList<CodeEffect?> EffectsOn(string after, params string[] names) =>
        Proof(after).EffectsOn([.. names.Select(name => new BenchmarkPairing(Benchmark(name), Benchmark(name)))]);

    private static BenchmarkPairing Pairing(string name) => new(Benchmark(name), Benchmark(name));

    private void ReadOf(string side, string read)
    {
        if (read.Contains(side, StringComparison.Ordinal))
            File.ReadAllBytes(Path.Combine(folder.Path, read));
    }

    private SameCodeProof Proof(string after, params string[] sources)
    {
        foreach (var (side, source) in new[] { ("before", Before), ("after", after) })
        {
            Write($"{side}/Program.dll", "");
            File.WriteAllBytes(Path.Combine(folder.Path, side, "Program.dll"), CompiledSource.Compile(source));
            Directory.CreateDirectory(Path.Combine(folder.Path, $"sources-{side}"));
        }
        return new SameCodeProof(BuildComparison.Create(Output("before"), Output("after"), sources), Recorder("before"), Recorder("after"));
    }

    private Recorder Recorder(string side)
    {
        var program = Path.Combine(folder.Path, side, "Program.dll");
        var nodes = CompiledSource.Graph(File.ReadAllBytes(program)).Nodes.Values;
        var methods = nodes.Where(node => node.Key.Kind == CodeKind.Method).ToArray();
        return (benchmarks, loaded) =>
        {
            string[] names = [.. benchmarks.Select(benchmark => benchmark.FullName)];
            lock (recorded)
                recorded.Add($"{side} {string.Join(' ', names)}");
            loaded();
            found(side);
            var ran = running(names).Concat(besides(side)).Select(name => $"{name.Split('.')[1][0]}`").ToHashSet(StringComparer.Ordinal);
            return new Recording(
                [
                    .. methods
                        .Where(method => ran.Contains(method.Key.Member![..2]))
                        .Select(method => new RecordedMethod("A", method.Key.Member![..1], method.Token)),
                ],
                [typeof(object).Assembly.Location, program, .. modules]
            )
            {
                Types = types.ToHashSet(),
            };
        };
    }

    private BuildOutput Output(string side) => new(Path.Combine(folder.Path, side), Path.Combine(folder.Path, $"sources-{side}"));

    private bool TellsReads()
    {
        Write("told", "text");
        return new ReadFiles([new ChangedFile("told", [Path.Combine(folder.Path, "told")])]).Unknown is null;
    }

    private void WriteBoth(string name, string before, string after)
    {
        Write($"before/{name}", before);
        Write($"after/{name}", after);
    }

    private void Write(string name, string text)
    {
        var path = Path.Combine(folder.Path, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }

    private static HostedBenchmark Benchmark(string name)
    {
        var (type, method) = (name.Split('.')[0], name.Split('.')[1].Split('(')[0]);
        return new HostedBenchmark(
            0,
            new BenchmarkId(name, JobTraits.Default),
            new ListedBenchmark(name, type, type, method, "", "", method, "", false, 1, RunMode.Slices, 1, false, "", [], 0)
        );
    }
}
