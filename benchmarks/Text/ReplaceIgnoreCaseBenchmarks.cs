using System.Buffers;
using System.Text.RegularExpressions;
using Bench.Harness;
using Bench.IgnoreCaseReplace;
using BenchmarkDotNet.Attributes;

namespace Benchmarks.Text;

/// <summary>
/// Replacing without regard to case, from a Regex made for each call to a span-based method, on short texts and on long ones with no, few
/// and many matches. What an alternative keeps (a Regex, SearchValues, a replacer) is made before it is timed, as it is made once in a
/// process.
/// </summary>
[TableNote(
    "1 KB is 1024 characters, which are 2 KB in memory. The URI template has 39 characters. Few: 1 match in 2048 characters; many: 1 in 16. StaticMethod is Regex.Replace(text, pattern, replacement, options), which keeps its Regex in a cache; KeptRegex calls one instance. SearchValues is SearchValues<string> with the pieces put together in a pooled buffer. Prepared is IgnoreCaseReplacer, made once."
)]
public partial class ReplaceIgnoreCaseBenchmarks
{
    private const RegexOptions Options = RegexOptions.IgnoreCase | RegexOptions.CultureInvariant;

    private string text = "";
    private string oldValue = "";
    private string newValue = "";
    private Regex keptRegex = null!;
    private Regex compiledRegex = null!;
    private Regex generatedRegex = null!;
    private SearchValues<string> searchValues = null!;
    private IgnoreCaseReplacer replacer = null!;

    [ParamsSource(nameof(Inputs))]
    public ReplaceInput Input { get; set; } = null!;

    public static IEnumerable<ReplaceInput> Inputs => ReplaceInput.Wanted;

    [GlobalSetup(Target = nameof(NewRegex))]
    public void SetupNewRegex() => Setup(NewRegex);

    [GlobalSetup(Target = nameof(StaticMethod))]
    public void SetupStaticMethod() => Setup(StaticMethod);

    [GlobalSetup(Target = nameof(KeptRegex))]
    public void SetupKeptRegex()
    {
        keptRegex = new Regex(Regex.Escape(Input.OldValue), Options);
        Setup(KeptRegex);
    }

    [GlobalSetup(Target = nameof(CompiledRegex))]
    public void SetupCompiledRegex()
    {
        compiledRegex = new Regex(Regex.Escape(Input.OldValue), Options | RegexOptions.Compiled);
        Setup(CompiledRegex);
    }

    [GlobalSetup(Target = nameof(GeneratedRegex))]
    public void SetupGeneratedRegex()
    {
        generatedRegex = Input.OldValue switch
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
            var other => throw new InvalidOperationException($"There is no generated Regex for '{other}'."),
        };
        Setup(GeneratedRegex);
    }

    [GlobalSetup(Target = nameof(StringReplace))]
    public void SetupStringReplace() => Setup(StringReplace);

    [GlobalSetup(Target = nameof(SearchValues))]
    public void SetupSearchValues()
    {
        searchValues = System.Buffers.SearchValues.Create([Input.OldValue], StringComparison.OrdinalIgnoreCase);
        Setup(SearchValues);
    }

    [GlobalSetup(Target = nameof(LowerCasedCopy))]
    public void SetupLowerCasedCopy() => Setup(LowerCasedCopy);

    [GlobalSetup(Target = nameof(ReplaceIgnoreCase))]
    public void SetupReplaceIgnoreCase() => Setup(ReplaceIgnoreCase);

    [GlobalSetup(Target = nameof(Prepared))]
    public void SetupPrepared()
    {
        replacer = new IgnoreCaseReplacer(Input.OldValue);
        Setup(Prepared);
    }

    [Benchmark(Baseline = true)]
    public string NewRegex() => new Regex(Regex.Escape(oldValue), Options).Replace(text, newValue);

    [Benchmark]
    public string StaticMethod() => Regex.Replace(text, Regex.Escape(oldValue), newValue, Options);

    [Benchmark]
    public string KeptRegex() => keptRegex.Replace(text, newValue);

    [Benchmark]
    public string CompiledRegex() => compiledRegex.Replace(text, newValue);

    [Benchmark]
    public string GeneratedRegex() => generatedRegex.Replace(text, newValue);

    [Benchmark]
    public string StringReplace() => text.Replace(oldValue, newValue, StringComparison.OrdinalIgnoreCase);

    [Benchmark]
    public string SearchValues() => SearchedReplace.Replace(text, searchValues, oldValue.Length, newValue);

    [Benchmark]
    public string LowerCasedCopy() => Text.LowerCasedCopy.Replace(text, oldValue, newValue);

    [Benchmark]
    public string ReplaceIgnoreCase() => text.ReplaceIgnoreCase(oldValue, newValue);

    [Benchmark]
    public string Prepared() => replacer.Replace(text, newValue);

    // No alternative runs in the process of another: each is held to the same answer.
    private void Setup(Func<string> alternative)
    {
        (text, oldValue, newValue) = (Input.Text, Input.OldValue, Input.NewValue);
        Answers.EnsureAllEqual(
            text.Replace(oldValue, newValue, StringComparison.OrdinalIgnoreCase),
            (alternative.Method.Name, alternative())
        );
    }

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
