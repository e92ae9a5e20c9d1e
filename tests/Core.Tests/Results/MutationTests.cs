using System.Text;
using FsCheck.Fluent;

namespace Bench.Core.Tests;

public sealed class MutationTests : FolderTests
{
    /// <summary>The seed differs in each run. A run in 60 misses what one mutation in a hundred shows.</summary>
    private static readonly int Mutations = int.Parse(
        Environment.GetEnvironmentVariable("BENCH_MUTANTS") ?? "400",
        CultureInfo.InvariantCulture
    );

    private static readonly string[] Bits =
    [
        "\"InterleavedRatio1\"",
        "1.500",
        "0.47%",
        "baseline",
        "NaN",
        "1e999",
        "-1",
        "null",
        "\"\"",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "|",
        "**",
        "\\",
        "\n",
        "\0",
        "9999999999999999999999",
        "0.1e-400",
        "true",
        "\uFFFD",
        "`",
        "ns",
        "NA",
        "?",
        "-",
        "\"FullName\":null,",
        "\"Statistics\":null,",
        "\"Measurements\":[],",
        new string('[', 200),
        new string('{', 200),
        new string('9', 500),
    ];

    [Theory]
    [InlineData("EvalBench.TextBench-report-full-compressed.json")]
    [InlineData("EvalBench.TextBench-report-github.md")]
    public void A_damaged_file_is_an_error_that_names_it_or_a_run(string name) => Damage(name, File.ReadAllBytes(JsonTests.Corpus(name)));

    [Theory]
    [InlineData("N.T-report-full-compressed.json")]
    [InlineData("N.T-report-github.md")]
    public void A_damaged_file_of_an_interleaved_run_is_an_error_that_names_it_or_a_run(string name)
    {
        var run = new InterleavedRun();
        run.Add(1, ("Plain", [100, 101]), ("Wrapped", [150, 153]));
        run.Add(2, ("Plain", [200, 201]), ("Wrapped", [300, 303]));
        Damage(name, Encoding.UTF8.GetBytes(name.EndsWith(".md", StringComparison.Ordinal) ? run.ToMarkdown() : run.ToJson()));
    }

    private void Damage(string name, byte[] original)
    {
        var positions = Gen.Choose(0, original.Length - 1);
        var mutation =
            from kind in Gen.Choose(0, 4)
            from at in positions
            from to in positions
            from length in Gen.Choose(1, 200)
            from bit in Gen.Elements(Bits)
            select Mutate(original, kind, at, to, length, bit);

        Properties.Hold(
            mutation.ToArbitrary(),
            damaged =>
            {
                folder.Write(name, damaged);
                try
                {
                    var benchmarks = folder.Load(name).Benchmarks;
                    Assert.All(benchmarks, benchmark =>
                        Assert.True(
                            benchmark.Failure is not null || benchmark.Launches.Count + benchmark.Summaries.Count > 0,
                            $"{benchmark.Id} has neither figures nor a failure"
                        )
                    );
                    Assert.All(benchmarks.Select(benchmark => benchmark.ToBaseline).OfType<BaselineRatios>(), ratios =>
                        Assert.All(ratios.Launches.Concat(ratios.Summaries.Select(summary => summary.Ratio)), ratio =>
                            Assert.True(ratio > 0 && double.IsFinite(ratio))
                        )
                    );
                }
                catch (ResultsException e)
                {
                    Assert.Contains(name, e.Message);
                }
            },
            Mutations
        );
    }

    private static byte[] Mutate(byte[] original, int kind, int at, int to, int length, string bit)
    {
        var cut = Math.Min(length, original.Length - at);
        return kind switch
        {
            // Truncates, cuts a piece out, repeats a piece elsewhere, inserts a text, or overwrites with a text.
            0 => original[..at],
            1 => [.. original[..at], .. original[(at + cut)..]],
            2 => [.. original[..to], .. original[at..(at + cut)], .. original[to..]],
            3 => [.. original[..at], .. Encoding.UTF8.GetBytes(bit), .. original[at..]],
            _ => [.. original[..at], .. Encoding.UTF8.GetBytes(bit), .. original[Math.Min(original.Length, at + bit.Length)..]],
        };
    }
}
