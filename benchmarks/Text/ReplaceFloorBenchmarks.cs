using Bench.Harness;
using Bench.IgnoreCaseReplace;
using BenchmarkDotNet.Attributes;

namespace Benchmarks.Text;

/// <summary>
/// How near replacing comes to the least that it can cost: one vectorised scan of the text for the two cases of a letter that it does not
/// contain, and, where something is replaced, a copy of the text. Where no letter of the pattern is in the text, the search never stops at
/// what is no match.
/// </summary>
[TableNote(
    "Floor looks for both cases of one letter that is not there (IndexOfAny), and copies the text where there are matches. Few: 1 match in 2048 characters. No letter: none of the pattern is in the text."
)]
public class ReplaceFloorBenchmarks
{
    private string text = "";
    private bool hasMatches;
    private IgnoreCaseReplacer replacer = null!;

    [ParamsSource(nameof(Inputs))]
    public ReplaceInput Input { get; set; } = null!;

    public static IEnumerable<ReplaceInput> Inputs =>
        [
            .. ReplaceInput.Named.Where(input =>
                input.Name is "4 KB, no match" or "4 KB, few matches" or "64 KB, no match" or "64 KB, few matches"
            ),
            .. ReplaceInput
                .Named.Where(input => input.Name is "4 KB, no match" or "64 KB, no match")
                .Select(input => input with { Name = $"{input.Name}, no letter", OldValue = "qqqq" }),
        ];

    [GlobalSetup(Target = nameof(Floor))]
    public void SetupFloor()
    {
        Setup(Floor);
        if (ReferenceEquals(Floor(), text) == hasMatches)
            throw new InvalidOperationException("The floor copies the text where there are matches, and only there.");
    }

    [GlobalSetup(Target = nameof(ReplaceIgnoreCase))]
    public void SetupReplaceIgnoreCase() => Setup(ReplaceIgnoreCase);

    [GlobalSetup(Target = nameof(Prepared))]
    public void SetupPrepared()
    {
        replacer = new IgnoreCaseReplacer(Input.OldValue);
        Setup(Prepared);
    }

    [Benchmark(Baseline = true)]
    public string Floor()
    {
        if (text.AsSpan().IndexOfAny('q', 'Q') >= 0)
            throw new InvalidOperationException("The letter is there.");
        return hasMatches ? new string(text.AsSpan()) : text;
    }

    [Benchmark]
    public string ReplaceIgnoreCase() => text.ReplaceIgnoreCase(Input.OldValue, Input.NewValue);

    [Benchmark]
    public string Prepared() => replacer.Replace(text, Input.NewValue);

    // No alternative runs in the process of another: each is held to the same answer.
    private void Setup(Func<string> alternative)
    {
        // Matches are in the case of what takes their place, so that a copy is the same answer.
        text = Input
            .Text.Replace(ReplaceInput.AsciiLetter, "k", StringComparison.Ordinal)
            .Replace(Input.OldValue, Input.NewValue, StringComparison.OrdinalIgnoreCase);
        hasMatches = text.Contains(Input.OldValue, StringComparison.OrdinalIgnoreCase);
        Answers.EnsureAllEqual(text, (alternative.Method.Name, alternative()));
    }
}
