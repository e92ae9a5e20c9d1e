using System.Globalization;
using System.Text;
using Bench.Reports;

namespace Bench.Cli.Explain;

/// <summary>
/// An explanation as Markdown that fits into a GitHub comment: first the answer, then the folded evidence. Text that a program
/// can choose is formatted as code.
/// </summary>
internal static class ExplanationReport
{
    private const int MaxBenchmarks = 20;
    private const double MinShare = 0.005;

    // Characters reserved for the end of the page.
    private const int Reserve = 1500;

    public static string RenderAnswer(Explanation explanation, string baseline, string candidate, string? environment) =>
        $"{Answer(explanation, baseline, candidate, environment, isWhole: false)}--full also prints the CPU profile and the machine code; --output FILE.md writes them to a file.\n";

    public static string Render(Explanation explanation, string baseline, string candidate, string? environment)
    {
        var page = Answer(explanation, baseline, candidate, environment, isWhole: true);
        page.Append("<details><summary>Where the time goes</summary>\n\n");
        Profile(page, explanation);
        page.Append(
            CultureInfo.InvariantCulture,
            $"</details>\n\n<details><summary>Machine code of {explanation.Methods.Count} methods</summary>\n\n"
        );
        Methods(page, explanation);
        page.Append("</details>\n");
        return page.ToString();
    }

    private static StringBuilder Answer(Explanation explanation, string baseline, string candidate, string? environment, bool isWhole)
    {
        var page = new StringBuilder();
        page.Append(CultureInfo.InvariantCulture, $"## Why {MarkdownText.Code(explanation.Benchmark.Candidate.Id.ToString())} differs\n\n");
        page.Append(CultureInfo.InvariantCulture, $"{Measured(explanation)}\n\n");
        page.Append(
            CultureInfo.InvariantCulture,
            $"Baseline: {MarkdownText.Code(baseline)}. Candidate: {MarkdownText.Code(candidate)}.{(environment is null ? "" : $" Environment: {MarkdownText.Code(environment)}.")}\n\n"
        );
        return page.Append(ExplanationAnswer.Render(explanation, isWhole));
    }

    private static string Measured(Explanation explanation)
    {
        var pair = explanation.Pair;
        var allocated = pair is { BaselineBytes: { } before, CandidateBytes: { } after }
            ? $"; allocated {Figures.Bytes(before)} -> {Figures.Bytes(after)} per operation"
            : "";
        return $"About {Figures.Change(Math.Exp(pair.LogRatio))}: {Figures.Time(pair.BaselineNanoseconds)} -> {Figures.Time(pair.CandidateNanoseconds)}{allocated}. "
            + "This is one interleaved process pair, so it is only a hint. `bench gate` gives a verdict.";
    }

    private static void Profile(StringBuilder page, Explanation explanation)
    {
        var (before, after) = (explanation.Baseline, explanation.Candidate);
        if (before.Samples + after.Samples == 0)
        {
            page.Append("No sample found either build at work: the benchmark waits.\n\n");
            return;
        }

        page.Append(
            CultureInfo.InvariantCulture,
            $"Samples of threads at work: {Side(before, "the baseline")}, {Side(after, "the candidate")}. "
        );
        page.Append(
            "Exclusive is the time in the method itself. Inclusive adds the methods that it calls. Inlined and very short methods count for their caller.\n\n"
        );
        page.Append(
            "| Method | Exclusive, baseline | candidate | Inclusive, baseline | candidate |\n| --- | ---: | ---: | ---: | ---: |\n"
        );
        var (left, right) = (ByName(before), ByName(after));
        foreach (
            var name in left
                .Keys.Union(right.Keys, StringComparer.Ordinal)
                .Where(name => Math.Max(Inclusive(left, name), Inclusive(right, name)) >= MinShare)
                .OrderByDescending(name => Math.Max(Exclusive(left, name), Exclusive(right, name)))
                .ThenByDescending(name => Math.Max(Inclusive(left, name), Inclusive(right, name)))
                .ThenBy(name => name, StringComparer.Ordinal)
                .Take(MaxBenchmarks)
        )
        {
            page.Append(
                CultureInfo.InvariantCulture,
                $"| {MarkdownText.Code(name)} | {Share(Exclusive(left, name))} | {Share(Exclusive(right, name))} | {Share(Inclusive(left, name))} | {Share(Inclusive(right, name))} |\n"
            );
        }

        page.Append('\n');
    }

    private static string Side(CpuProfile profile, string name)
    {
        const double noteworthy = 0.02;
        return profile.NativeShare < noteworthy
            ? string.Create(CultureInfo.InvariantCulture, $"{profile.Samples} of {name}")
            : string.Create(
                CultureInfo.InvariantCulture,
                $"{profile.Samples} of {name} ({profile.NativeShare:0%} in native code, counted for its caller; some of it may be waiting for the system)"
            );
    }

    private static Dictionary<string, MethodShare> ByName(CpuProfile profile) =>
        profile.Methods.ToDictionary(method => method.Method, StringComparer.Ordinal);

    private static double Exclusive(Dictionary<string, MethodShare> shares, string name) =>
        shares.TryGetValue(name, out var share) ? share.Exclusive : 0;

    private static double Inclusive(Dictionary<string, MethodShare> shares, string name) =>
        shares.TryGetValue(name, out var share) ? share.Inclusive : 0;

    private static string Share(double share) => share == 0 ? "" : share.ToString("0.0%", CultureInfo.InvariantCulture);

    private static void Methods(StringBuilder page, Explanation explanation)
    {
        page.Append(
            "Lines with - are from the baseline, lines with + from the candidate. Addresses and numbers in generated names are omitted. "
        );
        page.Append(
            "The runtime optimizes for what it observed in each process. If the source is the same, run this again, or use `--env DOTNET_TieredPGO=0`.\n\n"
        );
        foreach (var method in explanation.Methods)
        {
            var text = Method(method);
            if (page.Length + text.Length + Reserve > MarkdownText.MaxCharacters)
            {
                page.Append(CultureInfo.InvariantCulture, $"{MarkdownText.Code(method.Name)}: the code is too long for this page.\n\n");
                if (page.Length + Reserve > MarkdownText.MaxCharacters)
                    break;
            }
            else
            {
                page.Append(text);
            }
        }
    }

    private static string Method(ExplainedMethod method)
    {
        var text = new StringBuilder(string.Create(CultureInfo.InvariantCulture, $"#### {MarkdownText.Code(method.Name)}\n\n"));
        var only = method.Baseline ?? method.Candidate;
        if (only is null)
        {
            text.Append(
                "The runtime lists no machine code: the method is precompiled or generated at run time, or the runtime is older than .NET 8.\n\n"
            );
        }
        else if (method.Baseline is null || method.Candidate is null)
        {
            text.Append(
                CultureInfo.InvariantCulture,
                $"Compiled in the {(method.Baseline is null ? "candidate" : "baseline")} only, {Size(only)}.\n\n"
            );
            text.Append(MarkdownText.Block("asm", only.Lines));
        }
        else if (CodeDiff.AreSame(method.Baseline.Lines, method.Candidate.Lines))
        {
            text.Append(CultureInfo.InvariantCulture, $"Identical machine code, {Size(method.Candidate)}.\n\n");
        }
        else
        {
            text.Append(CultureInfo.InvariantCulture, $"{Size(method.Baseline)} -> {Size(method.Candidate)}.\n\n");
            if (Math.Max(method.Baseline.Lines.Count, method.Candidate.Lines.Count) > CodeDiff.MaxLines)
                text.Append(CultureInfo.InvariantCulture, $"Only the first {CodeDiff.MaxLines} lines are compared.\n\n");
            text.Append(MarkdownText.Block("diff", CodeDiff.Create(method.Baseline.Lines, method.Candidate.Lines)));
        }

        return text.ToString();
    }

    private static string Size(MethodCode code)
    {
        string[] parts =
        [
            code.Bytes is { } bytes ? string.Create(CultureInfo.InvariantCulture, $"{bytes} bytes") : "of unknown size",
            MarkdownText.Code(code.Tier),
            .. code.Notes.Take(2).Select(MarkdownText.Code),
        ];
        return string.Join(", ", parts);
    }
}
