namespace Bench.Tests;

/// <summary>A command line on committed inputs, and what it writes.</summary>
/// <param name="Name">The name of its committed files.</param>
/// <param name="Inputs">The folder of inputs that it runs in.</param>
/// <param name="Format">The format of standard output: console, md or html.</param>
/// <param name="Files">The files that it writes, relative to the folder.</param>
internal sealed record GoldenCase(string Name, string Inputs, int ExitCode, string Format, string[] Files, params string[] Arguments);

internal static class GoldenCases
{
    private static readonly string[] Formats = ["out.md", "out.json", "out.html"];
    private static readonly string[] Folder = ["joined/report.md", "joined/report.json", "joined/report.html", "joined/bench-results.json"];

    public static IReadOnlyList<GoldenCase> All =>
        [
            // Two ordinary runs: every verdict, a rule of the settings, accepted regressions, failed, new and removed benchmarks.
            Compare("compare-launches", "launches", 1, "old", "new"),
            Compare("compare-spread", "launches", 1, "old", "new", "--spread same-1 --spread same-2 --launch-spread 1%"),
            OnConsole("compare-other-machine", "launches", 1, "old", "elsewhere"),
            OnConsole("compare-nothing", "launches", 5, "same-1", "other", "--allow-missing"),
            OnConsole("compare-strict", "launches", 1, "old", "elsewhere", "--strict-environment --across-machines"),
            Compare("compare-tables", "interleaved", 1, "old.md", "new.md"),
            Compare("compare-interleaved", "interleaved", 1, "old.json", "new.json"),
            OnConsole("compare-interleaved-elsewhere", "interleaved", 4, "old.json", "elsewhere.json", "--strict-environment"),
            Compare("compare-crank", "crank", 1, "old.json", "new.json"),
            // Figures of bench gate, which are judged with the same report.
            Compare("gate-failed", "check", 1, "failed/bench-results.json"),
            Compare("gate-passed", "check", 0, "passed/bench-results.json"),
            Compare("gate-inconclusive", "check", 3, "inconclusive/bench-results.json", "--max-inconclusive 0"),
            Compare("gate-canary", "check", 3, "canary/bench-results.json"),
            Compare("gate-allocation", "check", 1, "allocation/bench-results.json"),
            OnConsole("gate-moved", "check", 1, "failed/bench-results.json", "--control *Slower* --margin 2%"),
            new("merge-shards", "merge", 1, "console", Folder, "merge shard-1 shard-2 --artifacts joined"),
            new("merge-machines", "merge", 0, "console", Folder, "merge machine-1 machine-2 machine-3 --artifacts joined"),
            new("load-report", "load", 1, "console", Formats, ["load report gate.json", .. Outputs()]),
            new("load-report-wide", "load", 0, "console", [], "load report gate.json --margin 90% --max-inconclusive 100%"),
            new(
                "load-diff",
                "load",
                1,
                "console",
                ["out/page.md", "out/page.svg"],
                "load diff old.json new.json --artifacts out --name page"
            ),
            new("load-diff-crank", "crank", 1, "md", [], "load diff old.json new.json --format markdown"),
            new("report", "report", 0, "console", ["out.html"], "report results --output out.html"),
            new(
                "report-pictures",
                "report",
                0,
                "console",
                ["pictures/n.svg", "pictures/n-2.svg", "pictures/n-tables.svg", "pictures/under-load.svg", "pictures/load-sweep.svg"],
                "report results --pictures pictures"
            ),
            new("history", "history", 0, "console", ["out.md", "out.html"], "history runs --output out.md --output out.html"),
            new("claims", "claims", 0, "md", [], "lab claims claims.json --from measured"),
            new("study", "study", 0, "console", ["study/study.md", "study/study.json", "study/study.svg"], "lab study --output study"),
        ];

    /// <summary>Each verb with its subcommands, as they are typed; the command itself is empty.</summary>
    public static IEnumerable<string> Commands() =>
        CommandPages
            .Leaves()
            .SelectMany(words => Enumerable.Range(0, words.Length + 1).Select(count => string.Join(' ', words.Take(count))))
            .Distinct()
            .Order(StringComparer.Ordinal);

    private static GoldenCase Compare(string name, string inputs, int exitCode, params string[] arguments) =>
        new(name, inputs, exitCode, "console", Formats, ["compare", .. arguments, .. Outputs()]);

    /// <summary>Tests options on the console only, because the other formats show them in the same way.</summary>
    private static GoldenCase OnConsole(string name, string inputs, int exitCode, params string[] arguments) =>
        new(name, inputs, exitCode, "console", [], ["compare", .. arguments]);

    private static IEnumerable<string> Outputs() => Formats.SelectMany(file => new[] { "--output", file });
}
