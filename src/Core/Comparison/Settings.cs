using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

// A team's settings, read from `bench.json` and described in `docs/bench.schema.json`.
internal sealed partial record Settings
{
    public const string FileName = "bench.json";

    private const int MaxMegabytes = 1;

    private static readonly (string Word, string Kind)[] Kinds =
    [
        ("as a number", "a number, without quotes"),
        ("Int32", "a number, without quotes"),
        ("Double", "a number, without quotes"),
        ("as a boolean", "true or false"),
        ("Boolean", "true or false"),
        ("as a string", "a text in quotes"),
        ("Dictionary", "an object of names and texts: {\"NAME\": \"VALUE\"}"),
        ("List`", "a list: [\"ONE\", \"TWO\"]"),
        ("[]", "a list: [\"ONE\", \"TWO\"]"),
        ("to System.String", "a text in quotes"),
    ];

    // For benchmarks without a rule.
    public Margin Margin { get; init; } = Margin.Default;

    // The last rule that matches a benchmark counts.
    public IReadOnlyList<BenchmarkRule> Rules { get; init; } = [];

    public IReadOnlyList<AcceptedRegression> Accepted { get; init; } = [];

    // Benchmarks that no change of the code can move. If one moved, the machine changed.
    public IReadOnlyList<BenchmarkPattern> Controls { get; init; } = [];

    // Questions that the results answer, in the team's words. They come first on the page of `bench report`.
    public IReadOnlyList<AskedQuestion> Questions { get; init; } = [];

    // From 0 to 1. Null for the default of 20%.
    public double? MaxInconclusive { get; init; }

    // Tell the reader which settings apply, one line each. They come first in every report.
    public IReadOnlyList<string> Notices { get; init; } = [];

    // The notices about entries of Load, by name.
    public IReadOnlyDictionary<string, string> NoticesOfLoad { get; init; } = new Dictionary<string, string>();

    // Command-line options besides the file, for the command that repeats a check.
    public string GivenOptions { get; init; } = "";

    // The argument of `dotnet run --project`, without shell metacharacters. Null for the current folder.
    public string? Project { get; init; }

    // The settings of the checked change. Null if these settings are not joined with those of a change.
    public Settings? Proposed { get; init; }

    // A change that moves the project gives the new path in its own settings.
    public string? ProjectWhere(Func<string, bool> isThere) =>
        Project is { } project && Proposed?.Project is { } proposed && !isThere(project) ? proposed : Project;

    // Web applications, each with a request, for `bench load gate`.
    public IReadOnlyList<LoadEndpoint> Load { get; init; } = [];

    // A change that moves an entry's project gives the new path in its own settings.
    public string? ProjectWhere(LoadEndpoint endpoint, Func<string, bool> isThere) =>
        endpoint.Project is { } project
        && !isThere(project)
        && Proposed?.Load.FirstOrDefault(proposed => proposed.Name == endpoint.Name) is { Project: { } moved }
            ? moved
            : endpoint.Project;

    // True if only the checked change has the entry.
    public bool IsNew(LoadEndpoint endpoint) => Proposed?.Load.Any(proposed => ReferenceEquals(proposed, endpoint)) == true;

    // Null if the change leaves the entry as it is.
    public string? NoticeOf(LoadEndpoint endpoint) => endpoint.Name is { } name ? NoticesOfLoad.GetValueOrDefault(name) : null;

    // For a project with several target frameworks. Null for the newest.
    public string? Framework { get; init; }

    public Margin MarginOf(BenchmarkId benchmark) => MarginWhere(pattern => pattern.Fits(benchmark));

    // No option overrides the margin of a rule.
    public bool HasMarginOfRule(BenchmarkId benchmark) => RuleWhere(pattern => pattern.Fits(benchmark)) is { Relative: not null };

    internal Margin MarginWhere(Func<BenchmarkPattern, bool> fits)
    {
        var rule = RuleWhere(fits);
        return rule is null ? Margin : new Margin(rule.Relative ?? Margin.Relative, rule.NoiseFloorNanoseconds ?? Margin.NoiseFloor);
    }

    private BenchmarkRule? RuleWhere(Func<BenchmarkPattern, bool> fits) => Rules.LastOrDefault(rule => fits(rule.Pattern));

    // Relative paths start from `folder`.
    public static Settings Read(string path, string? folder = null) => Parse(ReadText(path, folder ?? Path.GetDirectoryName(path)!), path);

    // Null if the folder has no settings.
    public static string? ReadOwnText(string folder) =>
        Path.Combine(folder, FileName) is var own && File.Exists(own) ? ReadText(own, folder) : null;

    // Relative paths start from `folder`, and messages show `path`. Line ends are normalized, so that all machines of a check read the same
    // text.
    public static string ReadText(string path, string folder)
    {
        try
        {
            return new InputFile(path, Path.GetFullPath(path, folder)).ReadText(MaxMegabytes).ReplaceLineEndings("\n");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ResultsException(path, $"cannot be read: {e.Message}", e);
        }
    }

    public static Settings Parse(string text, string path)
    {
        SettingsData data;
        try
        {
            data = JsonSerializer.Deserialize(text.TrimStart('\uFEFF'), SettingsContext.Default.SettingsData)
                ?? throw new ResultsException(path, "has no settings.");
        }
        catch (JsonException e)
        {
            throw new ResultsException(e.LineNumber is { } line ? $"{path}, line {line + 1}" : path, Trouble(e), e);
        }

        try
        {
            return From(data);
        }
        catch (FormatException e)
        {
            throw new ResultsException(path, e.Message, e);
        }
    }

    // The library's own message names types of this program.
    private static string Trouble(JsonException e) =>
        UnknownProperty().Match(e.Message) is { Success: true } unknown
            ? $"unknown setting '{unknown.Groups[1].Value}'{Known(unknown.Groups[2].Value)}."
        : e.Path is { Length: > 2 } path && e.Message.Contains("could not be converted", StringComparison.Ordinal)
            ? $"invalid {path.TrimStart('$', '.')}: expected {Kind($"{e.Message} {e.InnerException?.Message}")}."
        : $"{(e.InnerException is null ? "" : "no JSON: ")}{JsonTrouble.Of(e)}.";

    // The library's message names the expected type, that of the containing object if the value is alone, and then the token.
    private static string Kind(string message) =>
        Kinds.FirstOrDefault(kind => message.Contains(kind.Word, StringComparison.Ordinal)).Kind ?? "an object in braces";

    // The library names the type in which it looked for the setting.
    private static string Known(string type) =>
        typeof(Settings).Assembly.GetType(type) is { } known
            ? $": expected one of {string.Join(", ", known.GetProperties().Where(property => property.CanWrite && property.Name != nameof(SettingsData.Schema)).Select(property => JsonNamingPolicy.CamelCase.ConvertName(property.Name)))}"
            : "";

    [GeneratedRegex(
        "^The JSON property '([^']*)' could not be mapped to any .NET member contained in type '([^']*)'",
        RegexOptions.CultureInvariant
    )]
    private static partial Regex UnknownProperty();

    private static Settings From(SettingsData data) =>
        new()
        {
            Margin = new Margin(
                data.Margin is null ? Margin.Default.Relative : Quantities.Share(data.Margin),
                data.NoiseFloor is null ? Margin.Default.NoiseFloor : Quantities.Nanoseconds(data.NoiseFloor)
            ),
            Rules =
            [
                .. (data.Benchmarks ?? [])
                    .Select(rule => rule ?? throw new FormatException("a rule in benchmarks is null."))
                    .Select(rule => new BenchmarkRule(
                        new BenchmarkPattern(rule.Pattern ?? throw new FormatException("a rule in benchmarks needs a pattern.")),
                        rule.Margin is null ? null : Quantities.Share(rule.Margin),
                        rule.NoiseFloor is null ? null : Quantities.Nanoseconds(rule.NoiseFloor)
                    )),
            ],
            Accepted =
            [
                .. (data.Accepted ?? []).Select(accepted => Accept(accepted ?? throw new FormatException("an entry of accepted is null."))),
            ],
            Project =
                data.Project is null || ProjectPath().IsMatch(data.Project)
                    ? data.Project
                    : throw new FormatException(
                        $"invalid project '{data.Project}': expected a path from the top folder, with / and without shell characters"
                    ),
            Framework =
                data.Framework is null || FrameworkName().IsMatch(data.Framework)
                    ? data.Framework
                    : throw new FormatException($"invalid framework '{data.Framework}': expected a target framework such as net10.0."),
            Load = LoadEndpoints(data.Load ?? []),
            MaxInconclusive = data.MaxInconclusive is null ? null : Quantities.ShareOrNothing(data.MaxInconclusive),
            Controls =
            [
                .. (data.Control ?? []).Select(pattern => new BenchmarkPattern(
                    pattern ?? throw new FormatException("an entry of control is null.")
                )),
            ],
            Questions =
            [
                .. (data.Questions ?? []).Select(question => Ask(question ?? throw new FormatException("an entry of questions is null."))),
            ],
        };

    private static AcceptedRegression Accept(AcceptedData accepted)
    {
        var benchmark = accepted.Benchmark ?? throw new FormatException("an entry of accepted needs a benchmark.");
        if (string.IsNullOrWhiteSpace(accepted.Reason))
            throw new FormatException($"the accepted regression of '{benchmark}' needs a reason.");
        if (!DateOnly.TryParseExact(accepted.Until, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var until))
            throw new FormatException($"the accepted regression of '{benchmark}' needs a date until, such as 2026-12-31.");

        return new AcceptedRegression(
            new BenchmarkPattern(benchmark),
            accepted.Metric switch
            {
                "time" => Metric.Time,
                "allocation" => Metric.Allocation,
                _ => throw new FormatException($"the accepted regression of '{benchmark}' needs a metric. Use time or allocation."),
            },
            accepted.Reason,
            until
        );
    }

    private static AskedQuestion Ask(QuestionData asked)
    {
        if (string.IsNullOrWhiteSpace(asked.Question))
            throw new FormatException("an entry of questions needs a question.");
        if (asked.Benchmarks is not { Length: > 0 })
            throw new FormatException($"the question '{asked.Question}' needs benchmarks.");
        return new AskedQuestion(
            asked.Question,
            [
                .. asked.Benchmarks.Select(pattern => new BenchmarkPattern(
                    pattern ?? throw new FormatException($"a pattern of the question '{asked.Question}' is null.")
                )),
            ]
        );
    }

    private static LoadEndpoint[] LoadEndpoints(LoadEndpoint?[] endpoints)
    {
        LoadEndpoint[] all = [.. endpoints.Select(endpoint => endpoint ?? throw new FormatException("an entry of load is null."))];
        foreach (var endpoint in all)
        {
            if (string.IsNullOrWhiteSpace(endpoint.Name))
                throw new FormatException("an entry of load needs a name.");
            if (endpoint.Project is null || !ProjectPath().IsMatch(endpoint.Project))
                throw new FormatException(
                    $"load '{endpoint.Name}': project is a path from the top folder, with / and without shell characters"
                );
            if (FirstOfTwo(endpoint.Headers?.Keys ?? [], StringComparer.OrdinalIgnoreCase) is { } header)
                throw new FormatException($"load '{endpoint.Name}': headers has {header} twice.");
        }

        return FirstOfTwo(all.Select(endpoint => endpoint.Name!), StringComparer.Ordinal) is { } twice
            ? throw new FormatException($"two entries of load have the name '{twice}'.")
            : all;
    }

    private static string? FirstOfTwo(IEnumerable<string> names, StringComparer by) =>
        names.CountBy(name => name, by).FirstOrDefault(name => name.Value > 1).Key;

    // Quoted in shell commands, so it must not contain characters that could end the quotes.
    [GeneratedRegex("^(?![-/~])[^\\p{C}\\\\\"'`$<>|;&*?!{}]+\\z", RegexOptions.CultureInvariant)]
    private static partial Regex ProjectPath();

    [GeneratedRegex("^net[0-9]+\\.[0-9]+[a-z0-9.-]*\\z", RegexOptions.CultureInvariant)]
    private static partial Regex FrameworkName();

    internal sealed record SettingsData(
        [property: JsonPropertyName("$schema")] string? Schema,
        string? Project,
        string? Margin,
        string? NoiseFloor,
        RuleData?[]? Benchmarks,
        AcceptedData?[]? Accepted,
        string?[]? Control,
        string? MaxInconclusive = null,
        string? Framework = null,
        QuestionData?[]? Questions = null,
        LoadEndpoint?[]? Load = null
    );

    internal sealed record RuleData(string? Pattern, string? Margin, string? NoiseFloor);

    internal sealed record QuestionData(string? Question, string?[]? Benchmarks);

    internal sealed record AcceptedData(string? Benchmark, string? Metric, string? Reason, string? Until);
}

internal enum Metric
{
    Time,

    Allocation,
}

// Null for the common margin or noise floor. Relative is 0.05 for 5%.
internal sealed record BenchmarkRule(BenchmarkPattern Pattern, double? Relative, double? NoiseFloorNanoseconds);

// The comparison groups of these benchmarks answer the question, in this order.
internal sealed record AskedQuestion(string Text, IReadOnlyList<BenchmarkPattern> Benchmarks);

// An intended regression is listed but does not fail a check. Until is the last day on which it is accepted.
internal sealed record AcceptedRegression(BenchmarkPattern Benchmark, Metric Metric, string Reason, DateOnly Until);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    ReadCommentHandling = JsonCommentHandling.Skip,
    AllowDuplicateProperties = false,
    AllowTrailingCommas = true
)]
[JsonSerializable(typeof(Settings.SettingsData))]
internal sealed partial class SettingsContext : JsonSerializerContext;
