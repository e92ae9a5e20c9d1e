namespace Bench.Tests;

[Trait("Category", "Process")]
[Trait("Category", "Measured")]
public sealed class ExplainCommandTests : FolderTests
{
    private const string Program = """
        using System.Runtime.CompilerServices;
        using BenchmarkDotNet.Attributes;
        using BenchmarkDotNet.Running;

        BenchmarkSwitcher.FromAssembly(typeof(Tiny.Sums).Assembly).Run(args);

        namespace Tiny
        {
            public class Sums
            {
                private readonly int[] numbers = new int[1000];

                [Benchmark] public long Total() => Work.Changed(numbers) + Work.Kept(numbers);

                [Benchmark] public long Other() => Work.Kept(numbers);
            }

            public static class Work
            {
                [MethodImpl(MethodImplOptions.NoInlining)]
                public static long Changed(int[] values) { long sum = 0; foreach (var value in values) sum += Value(value); return sum; }

                CHANGE

                [MethodImpl(MethodImplOptions.NoInlining)]
                public static long Kept(int[] values) { long sum = 0; foreach (var value in values) sum ^= value; return sum; }
            }
        }
        """;

    private const string Project = """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
          <ItemGroup><PackageReference Include="BenchmarkDotNet" Version="[0.15.8]" /></ItemGroup>
        </Project>
        """;

    public ExplainCommandTests()
    {
        folder.Write(".gitignore", "bin/\nobj/\n");
        folder.Write("Tiny.csproj", Project);
        folder.Git("init", "--quiet");
        Commit("static long Value(int value) => value;");
        Commit("[MethodImpl(MethodImplOptions.NoInlining)] static long Value(int value) => new string('x', 3).Length + value;");
    }

    [Fact]
    public void Names_the_slower_method_and_shows_how_its_code_differs()
    {
        var page = Path.Combine(folder.Root, "why.md");

        var run = BenchProgram.Run(folder.Root, "explain --format markdown *Total* --baseline HEAD~1 --output", page);

        Assert.Equal((0, ""), (run.ExitCode, run.ExitCode == 0 ? "" : run.Error));
        Assert.InRange(run.Output.Split('\n').Length, 10, 50);
        Assert.StartsWith("## Why `Tiny.Sums.Total` differs", run.Output, StringComparison.Ordinal);
        Assert.Matches(@"- `Work\.Value changed` at `Program\.cs:\d+`, \+?[\d.]+ [nµ]s( in the candidate)?\n", run.Output);
        Assert.Contains("\n-static long Value(int value) => value;\n", run.Output, StringComparison.Ordinal);
        Assert.Contains(
            "\n+[MethodImpl(MethodImplOptions.NoInlining)] static long Value(int value) =>",
            run.Output,
            StringComparison.Ordinal
        );
        // The most changed method is first, in the answer and in the code.
        Assert.StartsWith("program | `Tiny.Work.", run.Output.Split("\n| ")[3], StringComparison.Ordinal);
        Assert.Contains("- No longer inlined into `Tiny.Work.Changed`: `Tiny.Work.Value`", run.Output, StringComparison.Ordinal);
        // Bytes come from samples: on a busy machine one of them may belong to another program.
        Assert.Matches(@"- `System\.String` in `Tiny\.Work\.Value\(int32\)`: 0 B -> (2\d|3[01])(\.\d)? KB", run.Output);
        var full = File.ReadAllText(page);
        Assert.StartsWith(run.Output[..run.Output.IndexOf("--full", StringComparison.Ordinal)], full, StringComparison.Ordinal);
        Assert.InRange(full.Length, 500, 65_000);
        var sections = full.Split("\n#### ");
        var changed = sections.Single(section => section.StartsWith("`Tiny.Work:Changed(int[]):long`", StringComparison.Ordinal));
        Assert.Contains("```diff\n", changed, StringComparison.Ordinal);
        Assert.Contains("\n-       ", changed, StringComparison.Ordinal);
        Assert.Contains("\n+       ", changed, StringComparison.Ordinal);
        Assert.Contains("`Tier1`", changed, StringComparison.Ordinal);
        Assert.Contains(sections, section =>
            section.StartsWith("`Tiny.Work:Kept(int[]):long`", StringComparison.Ordinal)
            && section.Contains("Identical machine code", StringComparison.Ordinal)
        );
        Assert.Single(MeasuredPrograms.GitIn(folder.Root, "worktree", "list").Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }

    private void Commit(string change)
    {
        folder.Write("Program.cs", Program.Replace("CHANGE", change, StringComparison.Ordinal));
        folder.Commit("change");
    }
}
