using Bench.Cli.Explain;

namespace Bench.Tests;

public class JitListingTests
{
    private static readonly string[] Recorded = File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, "Corpus", "jit-listing.txt"));

    [Fact]
    public void Every_compilation_is_found_with_its_tier_and_size()
    {
        var found = JitListing.Read(Recorded);
        Assert.All(found, code => Assert.Equal("Demo.Slow:Other(int[]):long", code.Method));
        Assert.Equal(["Instrumented Tier0", "Tier1-OSR", "Tier1"], found.Select(code => code.Tier).Distinct());
        Assert.All(found, code => Assert.InRange(code.Bytes!.Value, 30, 300));
        Assert.All(found, code => Assert.Equal("       ret", code.Lines.Last(line => line.Contains("ret", StringComparison.Ordinal))));
    }

    [Fact]
    public void The_most_optimised_is_the_final_one_wherever_it_stands()
    {
        var found = JitListing.Read(Recorded);
        Assert.Equal("Tier1", Assert.Single(JitListing.Final(found)).Tier);
        Assert.Equal("Tier1", Assert.Single(JitListing.Final(found.Reverse())).Tier);
    }

    [Fact]
    public void Of_two_equally_optimised_the_last_is_final()
    {
        var found = JitListing.Read([
            .. Method("A:B():int", "Tier1", "       mov eax, 1"),
            .. Method("A:B():int", "Tier1", "       mov eax, 2"),
        ]);
        Assert.Equal("       mov eax, 2", Assert.Single(JitListing.Final(found)).Lines[0]);
    }

    [Fact]
    public void Comments_offsets_and_blank_lines_are_no_code()
    {
        var code = JitListing.Final(JitListing.Read(Recorded))[0];
        Assert.Equal("IG01:", code.Lines[0]);
        Assert.DoesNotContain(code.Lines, line => line.Contains(';', StringComparison.Ordinal) || line.Length == 0);
        Assert.Equal(["optimized using Dynamic PGO"], code.Notes);
    }

    [Theory]
    [InlineData("       mov rdi, 0x7F37BB8A4A50", "       mov rdi, ADDR")]
    [InlineData("       cmp dword ptr [(reloc 0x7f37bb8a4a50)], 0", "       cmp dword ptr [(reloc ADDR)], 0")]
    [InlineData("       mov edx, 0x92492493", "       mov edx, 0x92492493")]
    [InlineData("       mov rdx, 0x9E3779B97F4A7C15", "       mov rdx, 0x9E3779B97F4A7C15")]
    [InlineData("       jle SHORT G_M31415_IG05", "       jle SHORT IG05")]
    [InlineData("G_M000_IG02:                ;; offset=0x0015", "IG02:")]
    [InlineData("       call [Demo.Sums+<>c:<Linq>b__5_0(int):int:this]", "       call [Demo.Sums+<>c:<Linq>b__#(int):int:this]")]
    public void What_differs_between_processes_is_left_out(string line, string expected) =>
        Assert.Equal(expected, Assert.Single(JitListing.Read(Method("A:B()", "Tier1", line))[0].Lines));

    [Fact]
    public void The_cookie_of_a_process_is_left_out()
    {
        static IReadOnlyList<string> Lines(string cookie) =>
            JitListing
                .Read(
                    Method(
                        "A:B()",
                        "Tier1",
                        $"       mov qword ptr [rbp-0x58], {cookie}",
                        "       add eax, 0x1A017BF",
                        $"       cmp qword ptr [rbp-0x58], {cookie}",
                        "       je SHORT G_M000_IG54",
                        "       call CORINFO_HELP_FAIL_FAST"
                    )
                )[0]
                .Lines;

        Assert.Equal(Lines("0x1A017BE"), Lines("0x1A022B6"));
        Assert.Contains(Lines("0x1A017BE"), line => line.EndsWith("0x1A017BF", StringComparison.Ordinal));
    }

    [Fact]
    public void A_summary_names_what_was_compiled() =>
        Assert.Equal(
            ["A.B`1[System.__Canon]:C(int[],System.Span`1[char]):int:this", "(dynamicClass):Stub(ptr)"],
            JitListing.CompiledMethods([
                "   1: JIT compiled A.B`1[System.__Canon]:C(int[],System.Span`1[char]):int:this [Tier0, IL size=1, code size=2]",
                "   2: JIT compiled (dynamicClass):Stub(ptr) [FullOpts, IL size=25, code size=25]",
                "   3: JIT compiled A.B`1[System.__Canon]:C(int[],System.Span`1[char]):int:this [Tier1 with Dynamic PGO, IL size=1, code size=2]",
                "   4: JIT comp",
            ])
        );

    [Theory]
    [InlineData(
        "System.String.Concat(class System.Collections.Generic.IEnumerable`1<class System.String>)",
        "System.String:Concat(System.Collections.Generic.IEnumerable`1[System.String]):System.String"
    )]
    [InlineData(
        "System.Collections.Generic.Dictionary`2[System.__Canon,System.Int32].Insert(!0,!1,bool)",
        "System.Collections.Generic.Dictionary`2[System.__Canon,int]:Insert(System.__Canon,int,bool):this"
    )]
    [InlineData("Demo.Sums+<Async>d__4.MoveNext()", "Demo.Sums+<Async>d__5:MoveNext():this")]
    [InlineData(
        "Demo.A..ctor(value class System.ValueTuple`2<int32,int32>,int32[,])",
        "Demo.A:.ctor(System.ValueTuple`2[int,int],int[,]):this"
    )]
    public void Sampler_and_compiler_mean_the_same_method(string frame, string compiled) =>
        Assert.Equal(MethodName.FromFrame(frame), MethodName.FromCompiled(compiled));

    [Fact]
    public void Overloads_with_another_number_of_parameters_are_other_methods() =>
        Assert.NotEqual(
            MethodName.FromFrame("System.String.Concat(class System.String,class System.String)"),
            MethodName.FromCompiled("System.String:Concat(System.String,System.String,System.String):System.String")
        );

    private static string[] Method(string name, string tier, params string[] lines) =>
        [$"; Assembly listing for method {name} ({tier})", $"; {tier} code", "", .. lines, "", "; Total bytes of code 9"];
}
