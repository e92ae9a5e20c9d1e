using System.Reflection.PortableExecutable;
using Bench.Host;

namespace Bench.Runner.Tests;

/// <summary>What of the files of two builds and of their sources makes a benchmark worth measuring.</summary>
public sealed class BuildComparisonTests : IDisposable
{
    private const string Source = "class Bench { int Run() => 1; }";
    private readonly TemporaryFolder folder = new();

    [Fact]
    public void The_same_files_are_the_same_build()
    {
        Write("Program.dll", CompiledSource.Compile(Source), CompiledSource.Compile(Source));
        WriteSource("Program.cs", "// same", "// same");

        Assert.True(Compare().IsSame);
    }

    [Fact]
    public void What_nobody_reads_while_it_runs_is_no_difference()
    {
        WriteProgram(Source, Source);
        Write("Program.pdb", "one", "other");
        // Left behind by an earlier build.
        Write("Gone.deps.json", null, "{}");

        Assert.True(Compare().IsSame);
    }

    [Theory]
    [InlineData("BenchmarkDotNet.Artifacts/results/report.md", true)]
    [InlineData(".measuring", true)]
    [InlineData("data.csv", false)]
    public void What_earlier_runs_left_beside_the_program_is_no_difference(string file, bool isSame)
    {
        WriteProgram(Source, Source);
        Write(file, null, "");

        Assert.Equal(isSame, Compare().IsSame);
    }

    [Theory]
    [InlineData("1.0.1", "2.0.0", true)]
    [InlineData("1.0.0", "2.0.1", false)]
    [InlineData("1.0.1", "2.0.1", false)]
    public void The_version_of_a_project_is_no_difference_and_that_of_a_package_is_one(string project, string package, bool isSame)
    {
        WriteProgram(Source, Source);
        Write("Program.deps.json", List("1.0.0", "2.0.0"), List(project, package));

        Assert.Equal(isSame, Compare().IsSame);

        static string List(string project, string package) =>
            $$"""
            {
              "targets": { ".NETCoreApp,Version=v10.0": {
                "Program/{{project}}": { "dependencies": { "Own": "{{project}}", "Foreign": "{{package}}" }, "runtime": { "Program.dll": {} } },
                "Own/{{project}}": { "runtime": { "Own.dll": { "fileVersion": "{{project}}.0" } } },
                "Foreign/{{package}}": { "runtime": { "Foreign.dll": { "fileVersion": "2.0.0.0" } } } } },
              "libraries": {
                "Program/{{project}}": { "type": "project", "serviceable": false, "sha512": "" },
                "Own/{{project}}": { "type": "project", "serviceable": false, "sha512": "" },
                "Foreign/{{package}}": { "type": "package", "serviceable": true, "sha512": "sha512-1" } }
            }
            """;
    }

    [Fact]
    public void The_place_of_the_sources_is_no_difference()
    {
        WriteProgram(Source, Source);
        Write("roots.json", $$"""{ "root": "{{Sources("before")}}/app" }""", $$"""{ "root": "{{Sources("after")}}/app" }""");

        Assert.True(Compare().IsSame);
    }

    [Theory]
    [InlineData("Program.cs", true)]
    [InlineData("moved/Program.cs", false)]
    public void The_place_of_the_sources_in_the_code_is_no_difference(string file, bool isSame)
    {
        const string source =
            "class Bench { string Run() => Path(); static string Path([System.Runtime.CompilerServices.CallerFilePath] string path = \"\") => path; }";
        Write(
            "Program.dll",
            CompiledSource.Compile(source, path: $"{Sources("before")}/Program.cs"),
            CompiledSource.Compile(source, path: $"{Sources("after")}/{file}")
        );

        Assert.Equal(isSame, Compare().IsSame);
    }

    [Theory]
    [InlineData("Program.xml", "<doc />", "<doc></doc>")]
    [InlineData("appsettings.json", "{}", "{ }")]
    // How a reader takes the same characters.
    [InlineData("appsettings.json", "{}", "\uFEFF{}")]
    public void A_file_that_is_read_is_a_reason_and_one_that_is_not_is_none(string name, string before, string after)
    {
        WriteProgram(Source, Source);
        Write(name, before, after);
        var comparison = Compare();
        Assert.SkipWhen(comparison.ReasonForAll is not null, "the file system does not tell who reads a file");

        comparison.Forget();
        Assert.Null(comparison.EffectOfReading);

        File.ReadAllText(Output("after", name));
        Assert.Equal($"it reads {name}, which changed", comparison.EffectOfReading?.Reason);

        comparison.Forget();
        Assert.Null(comparison.EffectOfReading);
    }

    [Theory]
    [InlineData("before")]
    [InlineData("after")]
    public void A_file_of_the_sources_that_is_read_is_a_reason(string build)
    {
        WriteProgram(Source, Source);
        WriteSource("data/input.txt", "one", "other");
        var comparison = Compare("data/input.txt");
        Assert.SkipWhen(comparison.ReasonForAll is not null, "the file system does not tell who reads a file");

        comparison.Forget();
        Assert.Null(comparison.EffectOfReading);
        File.ReadAllText(Path.Combine(Sources(build), "data", "input.txt"));

        Assert.Equal("it reads data/input.txt, which changed", comparison.EffectOfReading?.Reason);
    }

    [Theory]
    [InlineData("on", null, "gone")]
    [InlineData(null, "on", "new")]
    public void A_file_that_comes_or_goes_is_a_reason_for_all(string? before, string? after, string what)
    {
        WriteProgram(Source, Source);
        Write("feature.flag", before, after);

        Assert.Equal($"feature.flag is {what}, and any benchmark may look for it", Compare().ReasonForAll);
    }

    [Theory]
    [InlineData("before")]
    [InlineData("after")]
    public void A_submodule_is_a_reason_for_all(string build)
    {
        WriteProgram(Source, Source);
        Directory.CreateDirectory(Path.Combine(Sources(build), "library"));

        Assert.Contains("submodule library", Compare("library").ReasonForAll);
    }

    [Fact]
    public void What_is_compiled_ahead_is_a_reason_for_all()
    {
        // The framework's assemblies hold machine code.
        Write("Library.dll", File.ReadAllBytes(typeof(Enumerable).Assembly.Location), File.ReadAllBytes(typeof(Uri).Assembly.Location));

        Assert.Contains("Library.dll is compiled ahead", Compare().ReasonForAll);
    }

    [Fact]
    public void What_holds_machine_code_beside_other_code_is_a_reason_for_all()
    {
        Write("Mixed.dll", Mixed("1"), Mixed("2"));

        Assert.Contains("Mixed.dll is compiled ahead", Compare().ReasonForAll);

        // As a compiler of C++ marks it.
        static byte[] Mixed(string value)
        {
            var image = CompiledSource.Compile($"class A {{ int M() => {value}; }}", "Mixed");
            using var file = new PEReader(new MemoryStream(image));
            const int flags = 16;
            image[file.PEHeaders.CorHeaderStartOffset + flags] &= unchecked((byte)~CorFlags.ILOnly);
            return image;
        }
    }

    [Fact]
    public void A_native_library_counts_where_it_is_loaded()
    {
        WriteProgram(Source, Source);
        Write("Native.dll", [1], [2]);
        var comparison = Compare();
        Assert.SkipWhen(comparison.ReasonForAll is not null, "the file system does not tell who reads a file");

        comparison.Forget();
        Assert.Null(comparison.EffectOfReading);
        File.ReadAllBytes(Output("after", "Native.dll"));

        Assert.Contains("reads Native.dll", comparison.EffectOfReading!.Reason);
    }

    [Fact]
    public void A_library_that_did_not_change_is_followed_into_one_that_did()
    {
        var (before, after) = (Library("1"), Library("2"));
        Write("Library.dll", before, after);
        var between = CompiledSource.Compile(
            "public class Between { public int M() => new Library().M(); }",
            "Between",
            references: [before]
        );
        Write("Between.dll", between, between);
        var program = CompiledSource.Compile("class Bench { int Run() => new Between().M(); }", references: [before, between]);
        Write("Program.dll", program, program);

        Assert.Equal("Library.M changed", Compare().EffectOn(Recorded("before"), Recorded("after"))?.Reason);

        static byte[] Library(string value) => CompiledSource.Compile($"public class Library {{ public int M() => {value}; }}", "Library");
    }

    [Fact]
    public void A_module_initialiser_of_a_loaded_assembly_is_noticed()
    {
        WriteProgram(Source, Source);
        Write("Plugin.dll", Plugin(""), Plugin("GC.Collect();"));

        Assert.Null(Compare().EffectOn(Recorded("before"), Recorded("after")));
        Assert.Equal("A.Start changed", Compare().EffectOn(Recorded("before"), Recorded("after", Output("after", "Plugin.dll")))?.Reason);

        static byte[] Plugin(string body) =>
            CompiledSource.Compile(
                $"class A {{ [System.Runtime.CompilerServices.ModuleInitializer] internal static void Start() {{ {body} }} }}",
                "Plugin"
            );
    }

    [Fact]
    public void A_library_that_looked_at_all_types_is_a_reason_where_types_changed()
    {
        var library = CompiledSource.Compile(
            "public class Scanner { public static void Scan(Assembly a) => a.GetTypes(); public static void Other() { } }",
            "Scanning"
        );
        Write("Scanning.dll", library, library);
        WriteProgram(Source, Source + " class Added { }");

        Assert.Null(Compare().EffectOn(Loaded("before", null), Loaded("after", "Other")));
        Assert.StartsWith(
            "Scanning may look at all types of an assembly, and the types of Program changed",
            Compare().EffectOn(Loaded("before", null), Loaded("after", "Scan"))?.Reason
        );

        Recording Loaded(string build, string? ran)
        {
            var recording = Recorded(build, Output(build, "Scanning.dll"));
            var graph = CompiledSource.Graph(library);
            return recording with { Methods = [.. recording.Methods, .. ran is null ? [] : Methods(graph, "Scanner", ran)] };
        }
    }

    [Theory]
    [InlineData("class A { int M(int[] all) => all.Sum(x => x); }", false)]
    [InlineData("class A { int M(int[] all) { return L(1); int L(int x) => all.Sum(y => y + x); } }", false)]
    [InlineData("class A { int M(int[] all) => 0; } file class B { }", true)]
    [InlineData("class A { int M(int[] all) => 0; int N() => 0; }", true)]
    public void Who_looks_at_all_types_does_not_look_for_what_a_compiler_made(string changed, bool isReason)
    {
        var library = CompiledSource.Compile("public class Scanner { public static void Scan(Assembly a) => a.GetTypes(); }", "Scanning");
        Write("Scanning.dll", library, library);
        WriteProgram($"{Source} class A {{ int M(int[] all) => 0; }}", $"{Source} {changed}");

        var effect = Compare().EffectOn(Scanned("before"), Scanned("after"));

        Assert.Equal(isReason, effect?.Reason.StartsWith("Scanning may look at all types", StringComparison.Ordinal) ?? false);

        Recording Scanned(string build)
        {
            var recording = Recorded(build, Output(build, "Scanning.dll"));
            return recording with { Methods = [.. recording.Methods, .. Methods(CompiledSource.Graph(library), "Scanner", "Scan")] };
        }
    }

    /// <summary>Whoever looks at all types of an assembly loads them: one that was not loaded shows that nobody did.</summary>
    [Theory]
    [InlineData("Bench", false)]
    [InlineData("Bench Unused", false)]
    [InlineData("Bench Unused Added Unused+Inner", true)]
    [InlineData("Bench Unused", true, "public")]
    [InlineData("Bench", false, "public")]
    [InlineData("", true)]
    public void An_assembly_with_a_type_that_is_not_loaded_was_not_looked_at(string loaded, bool isReason, string visibility = "")
    {
        var library = CompiledSource.Compile("public class Scanner { public static void Scan(Assembly a) => a.GetTypes(); }", "Scanning");
        Write("Scanning.dll", library, library);
        var source = $"{Source} {visibility} class Unused {{ class Inner {{ }} }}";
        WriteProgram(source, source + " class Added { }");

        var effect = Compare().EffectOn(Loaded("before"), Loaded("after"));

        Assert.Equal(isReason, effect?.Reason.StartsWith("Scanning may look at all types", StringComparison.Ordinal) ?? false);

        Recording Loaded(string build)
        {
            var recording = Recorded(build, Output(build, "Scanning.dll"));
            return recording with
            {
                Methods = [.. recording.Methods, .. Methods(CompiledSource.Graph(library), "Scanner", "Scan")],
                Own = recording.Methods,
                Types = loaded.Split(' ', StringSplitOptions.RemoveEmptyEntries).ToHashSet(),
            };
        }
    }

    /// <summary>It is not loaded where somebody looks at all types either.</summary>
    [Theory]
    [InlineData(": Missing")]
    [InlineData(": IMissing")]
    [InlineData("{ MissingValue value; }")]
    [InlineData(": List<MissingValue>")]
    public void A_type_that_cannot_be_loaded_does_not_show_that_nobody_looked_at_all(string needs)
    {
        var missing = CompiledSource.Compile(
            "public class Missing { } public interface IMissing { } public struct MissingValue { }",
            "Missing"
        );
        var library = CompiledSource.Compile("public class Scanner { public static void Scan(Assembly a) => a.GetTypes(); }", "Scanning");
        Write("Scanning.dll", library, library);
        var source = $"{Source} class Needing {needs}{(needs[0] == '{' ? "" : " { }")}";
        Write(
            "Program.dll",
            CompiledSource.Compile(source, references: [missing]),
            CompiledSource.Compile(source + " class Added { }", references: [missing])
        );

        Assert.StartsWith("Scanning may look at all types", Compare().EffectOn(Loaded("before"), Loaded("after"))?.Reason);

        Recording Loaded(string build)
        {
            var runtime = Output(build, "System.Runtime.dll");
            var recording = Recorded(build, Output(build, "Scanning.dll"), runtime, Output(build, "System.Collections.dll"));
            return recording with
            {
                Methods = [.. recording.Methods, .. Methods(CompiledSource.Graph(library), "Scanner", "Scan")],
                Own = recording.Methods,
                Types = new HashSet<string> { "Bench", "Added" },
            };
        }
    }

    /// <summary>The runtime copies it, or a serializer was given it, without a method of it.</summary>
    [Theory]
    [InlineData("Bench Small", "the type Small changed")]
    [InlineData("Bench <Program>", "the type <Program>F#__Small changed", "file")]
    [InlineData("Bench", null)]
    [InlineData("", null)]
    public void A_type_that_is_loaded_is_in_use_though_nothing_names_it(string loaded, string? reason, string visibility = "")
    {
        WriteProgram($"{Source} {visibility} struct Small {{ int x; }}", $"{Source} {visibility} struct Small {{ int x, y; }}");

        Assert.Equal(reason, Compare().EffectOn(Loaded("before"), Loaded("after"))?.Reason);
        Assert.Equal(reason, Compare().EffectOn(Loaded("after"))?.Reason);

        Recording Loaded(string build) =>
            Recorded(build) with
            {
                Types = loaded.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(RuntimeTypeName.Common).ToHashSet(),
            };
    }

    [Fact]
    public void An_assembly_from_elsewhere_is_a_reason()
    {
        WriteProgram(Source, Source + " class Added { }");

        Assert.Equal(
            "it loads Other.dll, which is not part of the program",
            Compare().EffectOn(Recorded("before"), Recorded("after", Path.Combine(folder.Path, "Other.dll")))?.Reason
        );
    }

    public void Dispose() => folder.Dispose();

    private BuildComparison Compare(params string[] sources) =>
        BuildComparison.Create(
            new BuildOutput(Path.Combine(folder.Path, "before"), Sources("before")),
            new BuildOutput(Path.Combine(folder.Path, "after"), Sources("after")),
            sources
        );

    private Recording Recorded(string build, params string[] modules) =>
        new(
            Methods(CompiledSource.Graph(File.ReadAllBytes(Output(build, "Program.dll"))), "Bench", "Run"),
            [typeof(object).Assembly.Location, Output(build, "Program.dll"), .. modules]
        );

    private static RecordedMethod[] Methods(CodeGraph graph, string type, string name) =>
        [
            .. graph
                .Nodes.Values.Where(node =>
                    node.Key is { Kind: CodeKind.Method } key
                    && key.TypeName == type
                    && key.Member!.StartsWith(name + "`", StringComparison.Ordinal)
                )
                .Select(node => new RecordedMethod(type, name, node.Token)),
        ];

    private void WriteProgram(string before, string after) =>
        Write("Program.dll", CompiledSource.Compile(before), CompiledSource.Compile(after));

    private void Write(string name, string? before, string? after) => Write(name, Bytes(before), Bytes(after));

    private void Write(string name, byte[]? before, byte[]? after)
    {
        foreach (var (build, content) in new[] { ("before", before), ("after", after) })
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Output(build, name))!);
            if (content is not null)
                File.WriteAllBytes(Output(build, name), content);
        }
    }

    private void WriteSource(string name, string before, string after)
    {
        foreach (var (build, content) in new[] { ("before", before), ("after", after) })
        {
            var path = Path.Combine(Sources(build), name);
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllText(path, content);
        }
    }

    private static byte[]? Bytes(string? text) => text is null ? null : System.Text.Encoding.UTF8.GetBytes(text);

    private string Output(string build, string name) => Path.Combine(folder.Path, build, name);

    private string Sources(string build) => Path.Combine(folder.Path, $"sources-{build}");
}
