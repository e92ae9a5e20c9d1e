using System.CommandLine;
using System.CommandLine.Parsing;
using System.Text;
using Bench.Comparison;
using Bench.Reporting;
using Bench.Results;
using Bench.Statistics;

namespace Bench;

/// <summary><c>bench compare</c>: two runs side by side.</summary>
internal static class CompareCommand
{
    private static readonly Argument<string?> BaselineArgument = new("BASELINE")
    {
        Description = "The run compared against: a file, a folder or git:REF; several separated by commas are more launches of one run. Default: the published tables.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private static readonly Argument<string?> CandidateArgument = new("CANDIDATE")
    {
        Description = "The run in question, in the same way. Default: the results of the last run, if BASELINE is not given either.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private static readonly Option<string[]> Baselines = Several("--baseline", "PATH", "More files, folders or git:REF of the baseline.");
    private static readonly Option<string[]> Candidates = Several("--candidate", "PATH", "More files, folders or git:REF of the candidate.");
    private static readonly Option<string[]> Spreads = Several("--spread", "PATH", "Repeated runs of identical code on this machine, one folder a build: the spread between launches is learned from them.");
    private static readonly Option<string[]> Controls = Several("--control", "PATTERN", "Rows that no change of the code can move; if one did, the machine changed and no time is judged.");
    private static readonly Option<string?> Config = new("--config") { HelpName = "FILE", Description = $"Margins, controls and accepted regressions. Default: {Settings.FileName} of the current folder, where there is one." };
    private static readonly Option<double?> Margin = Quantity("--margin", "SHARE", "The relative change that matters, for rows without a rule in the config. Default: 5%.", Quantities.Share);
    private static readonly Option<double?> NoiseFloor = Quantity("--noise-floor", "TIME", "The absolute change below which nothing is reported. Default: 0.5ns.", Quantities.Nanoseconds);
    private static readonly Option<double?> LaunchSpread = Quantity("--launch-spread", "SHARE", "A spread between launches to assume for rows where none is known.", Quantities.Share);
    private static readonly Option<double?> MaxInconclusive = Quantity("--max-inconclusive", "SHARE", "The largest share of rows that may be inconclusive. Default: 20%.", ShareOrNothing);
    private static readonly Option<bool> AllowMissing = new("--allow-missing") { Description = "Rows that vanished or failed are no failure." };
    private static readonly Option<bool> StrictEnvironment = new("--strict-environment") { Description = "Another processor, runtime, OS, BenchmarkDotNet version or GC mode is a failure, and no mere warning." };
    private static readonly Option<ReportFormat> Format = new("--format")
    {
        HelpName = "console|markdown|json|html",
        Description = "What goes to standard output. Default: console.",
        CustomParser = ParseFormat,
    };
    private static readonly Option<string[]> Outputs = Several("--output", "FILE", "Also writes a file: .md, .json or .html.");
    private static readonly Option<bool> All = new("--all") { Description = "Shows all rows on the console, and not only the 60 worst." };

    /// <summary>EPIPE, as .NET hands it through on Unix.</summary>
    private const int BrokenPipe = 32;

    private enum ReportFormat
    {
        Console,
        Markdown,
        Json,
        Html,
    }

    public static Command Create()
    {
        var command = new Command("compare", Help)
        {
            BaselineArgument, CandidateArgument, Baselines, Candidates, Spreads, Controls, Config, Margin, NoiseFloor, LaunchSpread, MaxInconclusive,
            AllowMissing, StrictEnvironment, Format, Outputs, All,
        };
        command.SetAction(Run);
        return command;
    }

    private const string Help = """
        Compares two benchmark runs row by row.

        Reads BenchmarkDotNet's JSON (full or brief) and GitHub Markdown tables, and bench-results files.
        Exit codes, the first that applies:
          2    wrong usage, or input that can't be read
          1    a regression, or a row that failed or vanished
          4    another environment, with --strict-environment
          5    nothing compared
          3    too many rows inconclusive
          0    none of these
          130  interrupted
        """;

    private static int Run(ParseResult arguments)
    {
        try
        {
            return Compare(arguments);
        }
        catch (Exception e) when (e is ResultsException or UserError or IOException or UnauthorizedAccessException)
        {
            return UserError.Report(e.Message);
        }
    }

    private static int Compare(ParseResult arguments)
    {
        var folder = Directory.GetCurrentDirectory();
        var (baseline, candidate) = Sides(arguments, folder);
        var spreads = arguments.GetValue(Spreads) ?? [];
        if (spreads.Any(string.IsNullOrWhiteSpace) || arguments.GetValue(Config) is { Length: 0 })
            throw new UserError("a path is an empty text.");
        var outputs = Destinations(arguments.GetValue(Outputs) ?? []);
        var settings = SettingsFrom(arguments, folder);

        var runs = RunLoader.Load([baseline, candidate ?? [], .. spreads.Select(spread => (IReadOnlyList<string>)[spread])], folder);
        MustFitARow(settings.Controls, runs);
        var options = new ComparisonOptions
        {
            Settings = settings,
            Study = [.. runs.Skip(2)],
            StatedSpread = arguments.GetValue(LaunchSpread) is { } spread ? SpreadPrior.Stated(spread) : null,
            Today = DateOnly.FromDateTime(TimeProvider.System.GetUtcNow().UtcDateTime),
        };
        var comparison = candidate is not null ? RunComparison.Of(runs[0], runs[1], options)
            : runs[0].Rows.All(row => row.Units.Count > 0 || row.Failure is not null) ? RunComparison.OfPaired(runs[0], options)
            : throw new UserError($"{string.Join(", ", baseline)} holds one side: name a second run to compare it with.");
        var outcome = Outcome.Of(comparison, new Strictness(
            arguments.GetValue(AllowMissing), arguments.GetValue(StrictEnvironment), arguments.GetValue(MaxInconclusive) ?? new Strictness().MaxInconclusive));

        foreach (var (path, format) in outputs)
            WriteFile(path, Report(format, comparison, outcome));
        WriteOutput(arguments.GetValue(Format), comparison, outcome, arguments.GetValue(All));
        return (int)outcome.ExitCode;
    }

    // A file of pairs holds both sides, so a run may stand alone; without any, the usual two are compared.
    private static (IReadOnlyList<string> Baseline, IReadOnlyList<string>? Candidate) Sides(ParseResult arguments, string folder)
    {
        var baseline = Paths(arguments.GetValue(BaselineArgument), arguments.GetValue(Baselines));
        var candidate = Paths(arguments.GetValue(CandidateArgument), arguments.GetValue(Candidates));
        return (baseline.Count, candidate.Count) switch
        {
            (0, 0) => ([Default(RunLoader.ReferenceFolder)], [Default(RunLoader.ResultsFolder)]),
            (0, _) => ([Default(RunLoader.ReferenceFolder)], candidate),
            (_, 0) => (baseline, null),
            _ => (baseline, candidate),
        };

        string Default(string below)
        {
            for (var here = new DirectoryInfo(folder); here is not null; here = here.Parent)
            {
                var path = Path.Combine(here.FullName, below);
                if (Directory.Exists(path))
                    return Path.GetRelativePath(folder, path);
            }

            throw new UserError($"there is no {below} here or above: name the runs to compare, bench compare BASELINE CANDIDATE.");
        }
    }

    private static IReadOnlyList<string> Paths(string? argument, string[]? options)
    {
        string[] named = argument is null ? [] : File.Exists(argument) || Directory.Exists(argument)
            ? [argument]
            : argument.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return (argument is not null && named.Length == 0) || named.Concat(options ?? []).Any(string.IsNullOrWhiteSpace)
            ? throw new UserError("a run is named by an empty text.")
            : [.. named, .. options ?? []];
    }

    private static Settings SettingsFrom(ParseResult arguments, string folder)
    {
        var config = arguments.GetValue(Config);
        var usual = Path.Combine(folder, Settings.FileName);
        var settings = config is not null ? Settings.Read(config) : File.Exists(usual) ? Settings.Read(Settings.FileName) : new Settings();
        return settings with
        {
            Margin = new Margin(arguments.GetValue(Margin) ?? settings.Margin.Relative, arguments.GetValue(NoiseFloor) ?? settings.Margin.NoiseFloorNanoseconds),
            Controls = [.. settings.Controls, .. (arguments.GetValue(Controls) ?? []).Select(Pattern)],
        };
    }

    private static RowPattern Pattern(string text)
    {
        try
        {
            return new RowPattern(text);
        }
        catch (FormatException e)
        {
            throw new UserError($"--control: {e.Message}");
        }
    }

    private static void MustFitARow(IReadOnlyList<RowPattern> controls, IReadOnlyList<Run> runs)
    {
        foreach (var control in controls)
        {
            if (!runs.Take(2).SelectMany(run => run.Rows).Any(row => control.Fits(row.Id)))
                throw new UserError($"the control pattern '{control.Text}' fits no row.");
        }
    }

    private static List<(string Path, ReportFormat Format)> Destinations(string[] outputs) => [.. outputs.Select(path => (path, Path.GetExtension(path).ToUpperInvariant() switch
    {
        ".MD" => ReportFormat.Markdown,
        ".JSON" => ReportFormat.Json,
        ".HTML" or ".HTM" => ReportFormat.Html,
        _ => throw new UserError($"--output {path}: the extension says what to write: .md, .json or .html."),
    }))];

    private static string Report(ReportFormat format, RunComparison comparison, Outcome outcome) => format switch
    {
        ReportFormat.Markdown => MarkdownReport.Of(comparison, outcome),
        ReportFormat.Json => JsonReport.Of(comparison, outcome),
        _ => HtmlReport.Of(comparison, outcome),
    };

    private static void WriteFile(string path, string text)
    {
        try
        {
            File.WriteAllText(path, text);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            throw new UserError($"{path} can't be written: {e.Message}");
        }
    }

    private static void WriteOutput(ReportFormat format, RunComparison comparison, Outcome outcome, bool showAll)
    {
        using var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), 1 << 16);
        try
        {
            if (format == ReportFormat.Console)
                ConsoleReport.Write(output, !Console.IsOutputRedirected, comparison, outcome, showAll);
            else
                output.Write(Report(format, comparison, outcome));
            output.Flush();
        }
        catch (IOException e) when (e.HResult == BrokenPipe)
        {
            // The reader went away, as head does; the exit code still says what was found.
        }
    }

    private static Option<string[]> Several(string name, string helpName, string description) =>
        new(name) { HelpName = helpName, Description = description, Arity = ArgumentArity.OneOrMore, AllowMultipleArgumentsPerToken = false };

    private static Option<double?> Quantity(string name, string helpName, string description, Func<string, double> parse) => new(name)
    {
        HelpName = helpName,
        Description = description,
        CustomParser = result => Parse(result, parse),
    };

    private static double? Parse(ArgumentResult result, Func<string, double> parse)
    {
        try
        {
            return parse(result.Tokens[^1].Value);
        }
        catch (FormatException e)
        {
            result.AddError($"{((OptionResult)result.Parent!).IdentifierToken?.Value}: {e.Message}");
            return null;
        }
    }

    private static ReportFormat ParseFormat(ArgumentResult result)
    {
        var name = result.Tokens[^1].Value;
        if (Enum.GetNames<ReportFormat>().Contains(name, StringComparer.OrdinalIgnoreCase))
            return Enum.Parse<ReportFormat>(name, ignoreCase: true);

        result.AddError($"--format: '{name}' is none of console, markdown, json, html.");
        return default;
    }

    // Here 0 % and 100 % mean something.
    private static double ShareOrNothing(string text) => text.Replace(" ", "", StringComparison.Ordinal) is "0" or "0%" or "0.0" ? 0
        : text.Replace(" ", "", StringComparison.Ordinal) is "1" or "100%" or "1.0" ? 1
        : Quantities.Share(text) is < 1 and var share ? share : throw new FormatException($"'{text}' is no share from 0 % to 100 %.");
}
