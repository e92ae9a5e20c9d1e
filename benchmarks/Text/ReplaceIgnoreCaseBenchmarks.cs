using System.Text.RegularExpressions;
using Bench.Harness;
using Bench.IgnoreCaseReplace;
using BenchmarkDotNet.Attributes;

namespace Benchmarks.Text;

/// <summary>
/// Replacing without regard to case, from a Regex made for each call to a span-based method, on short texts and on long
/// ones with no, few and many matches. Making the Regex of the static alternatives is left out: it happens once in a process.
/// </summary>
[TableNote(
    "1 KB is 1024 characters, which are 2 KB in memory. The URI template has 39 characters. Few: 1 match in 2048 characters; many: 1 in 16. Prepared is IgnoreCaseReplacer, made once."
)]
public partial class ReplaceIgnoreCaseBenchmarks
{
    private const RegexOptions Options = RegexOptions.IgnoreCase | RegexOptions.CultureInvariant;

    private string text = "";
    private string oldValue = "";
    private string newValue = "";
    private Regex staticRegex = null!;
    private Regex compiledRegex = null!;
    private Regex generatedRegex = null!;
    private IgnoreCaseReplacer replacer = null!;

    [ParamsSource(nameof(Inputs))]
    public ReplaceInput Input { get; set; } = null!;

    public static IEnumerable<ReplaceInput> Inputs => ReplaceInput.Wanted;

    [GlobalSetup]
    public void Setup()
    {
        (text, oldValue, newValue) = (Input.Text, Input.OldValue, Input.NewValue);
        staticRegex = new Regex(Regex.Escape(oldValue), Options);
        compiledRegex = new Regex(Regex.Escape(oldValue), Options | RegexOptions.Compiled);
        generatedRegex = oldValue switch
        {
            ReplaceInput.UriPattern => GeneratedForUriTemplate(),
            ReplaceInput.AsciiLetter => GeneratedForAsciiLetter(),
            ReplaceInput.AsciiPattern => GeneratedForAsciiPattern(),
            ReplaceInput.AsciiPhrase => GeneratedForAsciiPhrase(),
            ReplaceInput.MixedLetter => GeneratedForMixedLetter(),
            ReplaceInput.MixedPattern => GeneratedForMixedPattern(),
            ReplaceInput.MixedPhrase => GeneratedForMixedPhrase(),
            ReplaceInput.EnglishWord => GeneratedForEnglishWord(),
            ReplaceInput.EnglishPhrase => GeneratedForEnglishPhrase(),
            ReplaceInput.RussianWord => GeneratedForRussianWord(),
            ReplaceInput.RussianRoot => GeneratedForRussianRoot(),
            _ => throw new InvalidOperationException($"There is no generated Regex for '{oldValue}'."),
        };
        replacer = new IgnoreCaseReplacer(oldValue);

        Answers.EnsureAllEqual(
            text.Replace(oldValue, newValue, StringComparison.OrdinalIgnoreCase),
            (nameof(NewRegex), NewRegex()),
            (nameof(StaticRegex), StaticRegex()),
            (nameof(CompiledRegex), CompiledRegex()),
            (nameof(GeneratedRegex), GeneratedRegex()),
            (nameof(StringReplace), StringReplace()),
            (nameof(LowerCasedCopy), LowerCasedCopy()),
            (nameof(ReplaceIgnoreCase), ReplaceIgnoreCase()),
            (nameof(Prepared), Prepared())
        );
    }

    [Benchmark(Baseline = true)]
    public string NewRegex() => new Regex(Regex.Escape(oldValue), Options).Replace(text, newValue);

    [Benchmark]
    public string StaticRegex() => staticRegex.Replace(text, newValue);

    [Benchmark]
    public string CompiledRegex() => compiledRegex.Replace(text, newValue);

    [Benchmark]
    public string GeneratedRegex() => generatedRegex.Replace(text, newValue);

    [Benchmark]
    public string StringReplace() => text.Replace(oldValue, newValue, StringComparison.OrdinalIgnoreCase);

    [Benchmark]
    public string LowerCasedCopy() => Text.LowerCasedCopy.Replace(text, oldValue, newValue);

    [Benchmark]
    public string ReplaceIgnoreCase() => text.ReplaceIgnoreCase(oldValue, newValue);

    [Benchmark]
    public string Prepared() => replacer.Replace(text, newValue);

    [GeneratedRegex(@"\{ID}", Options)]
    private static partial Regex GeneratedForUriTemplate();

    [GeneratedRegex(ReplaceInput.AsciiLetter, Options)]
    private static partial Regex GeneratedForAsciiLetter();

    [GeneratedRegex(ReplaceInput.AsciiPattern, Options)]
    private static partial Regex GeneratedForAsciiPattern();

    [GeneratedRegex(@"microsoft\.aspnetcore\.diagnostics", Options)]
    private static partial Regex GeneratedForAsciiPhrase();

    [GeneratedRegex(ReplaceInput.MixedLetter, Options)]
    private static partial Regex GeneratedForMixedLetter();

    [GeneratedRegex(ReplaceInput.MixedPattern, Options)]
    private static partial Regex GeneratedForMixedPattern();

    [GeneratedRegex(@"ядро\.компонент\.aspnetcore\.данные", Options)]
    private static partial Regex GeneratedForMixedPhrase();

    [GeneratedRegex(ReplaceInput.EnglishWord, Options)]
    private static partial Regex GeneratedForEnglishWord();

    [GeneratedRegex(ReplaceInput.EnglishPhrase, Options)]
    private static partial Regex GeneratedForEnglishPhrase();

    [GeneratedRegex(ReplaceInput.RussianWord, Options)]
    private static partial Regex GeneratedForRussianWord();

    [GeneratedRegex(ReplaceInput.RussianRoot, Options)]
    private static partial Regex GeneratedForRussianRoot();
}
