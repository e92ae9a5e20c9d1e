using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

/// <summary>What a team decided about its benchmarks; read from <c>bench.json</c>, described in <c>docs/bench.schema.json</c>.</summary>
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

    /// <summary>How large a change must be to matter, for benchmarks without a rule of their own.</summary>
    public Margin Margin { get; init; } = Margin.Default;

    /// <summary>Rules for some benchmarks; the last that fits a benchmark counts.</summary>
    public IReadOnlyList<BenchmarkRule> Rules { get; init; } = [];

    public IReadOnlyList<AcceptedRegression> Accepted { get; init; } = [];

    /// <summary>Benchmarks that no change of the code can move: if they did, the machine changed.</summary>
    public IReadOnlyList<BenchmarkPattern> Controls { get; init; } = [];

    /// <summary>What the results answer, in the words of the team: the first thing on the page of <c>bench report</c>.</summary>
    public IReadOnlyList<AskedQuestion> Questions { get; init; } = [];

    /// <summary>The largest share of benchmarks that may be Inconclusive, 0 to 1; null for the common 20 %.</summary>
    public double? MaxInconclusive { get; init; }

    /// <summary>
    /// What a reader of a verdict must know of where these settings come from, a line each: the first thing in every report.
    /// </summary>
    public IReadOnlyList<string> Notices { get; init; } = [];

    /// <summary>The options that were given beside the file, for the command that repeats a check; empty for none.</summary>
    public string GivenOptions { get; init; } = "";

    /// <summary>
    /// The benchmark project, as <c>dotnet run --project</c> wants it, without marks of a shell. Null for the current folder.
    /// </summary>
    public string? Project { get; init; }

    /// <summary>What the change that is checked says; null where these are no change's settings.</summary>
    public Settings? Proposed { get; init; }

    /// <summary>The project as the work tree has it: a change that moves it says where to.</summary>
    public string? ProjectWhere(Func<string, bool> isThere) =>
        Project is { } project && Proposed?.Project is { } proposed && !isThere(project) ? proposed : Project;

    /// <summary>Web applications, with a request to each, that <c>bench load gate</c> knows by their names.</summary>
    public IReadOnlyList<LoadEndpoint> Load { get; init; } = [];

    /// <summary>The project of an entry as the work tree has it: a change that moves it says where to.</summary>
    public string? ProjectWhere(LoadEndpoint endpoint, Func<string, bool> isThere) =>
        endpoint.Project is { } project
        && !isThere(project)
        && Proposed?.Load.FirstOrDefault(proposed => proposed.Name == endpoint.Name) is { Project: { } moved }
            ? moved
            : endpoint.Project;

    /// <summary>Whether only the change that is checked has an entry of load.</summary>
    public bool IsNew(LoadEndpoint endpoint) => Proposed?.Load.Any(proposed => ReferenceEquals(proposed, endpoint)) == true;

    /// <summary>What <see cref="Notices"/> say of an entry of load; null where the change leaves it as it is.</summary>
    public string? NoticeOf(LoadEndpoint endpoint) =>
        endpoint.Name is { } name ? Notices.FirstOrDefault(notice => notice.Contains($"load '{name}' ", StringComparison.Ordinal)) : null;

    /// <summary>The target framework that is measured, of a project with several. Null for the newest.</summary>
    public string? Framework { get; init; }

    public Margin MarginOf(BenchmarkId benchmark) => MarginWhere(pattern => pattern.Fits(benchmark));

    /// <summary>Whether its margin is that of a rule, which no option overrides.</summary>
    public bool HasMarginOfRule(BenchmarkId benchmark) => RuleWhere(pattern => pattern.Fits(benchmark)) is { Relative: not null };

    internal Margin MarginWhere(Func<BenchmarkPattern, bool> fits)
    {
        var rule = RuleWhere(fits);
        return rule is null
            ? Margin
            : new Margin(rule.Relative ?? Margin.Relative, rule.NoiseFloorNanoseconds ?? Margin.NoiseFloorNanoseconds);
    }

    private BenchmarkRule? RuleWhere(Func<BenchmarkPattern, bool> fits) => Rules.LastOrDefault(rule => fits(rule.Pattern));

    /// <param name="folder">What a relative path starts from.</param>
    public static Settings Read(string path, string? folder = null) => Parse(ReadText(path, folder ?? Path.GetDirectoryName(path)!), path);

    /// <summary>Reads the text of a folder's settings; null where it has none.</summary>
    /// <exception cref="ResultsException">They can't be read, or are larger than 1 MB.</exception>
    public static string? ReadOwnText(string folder) =>
        Path.Combine(folder, FileName) is var own && File.Exists(own) ? ReadText(own, folder) : null;

    /// <summary>Reads the text of a file of settings, with line feeds: of one check, its machines have the same.</summary>
    /// <param name="path">As messages name it.</param>
    /// <param name="folder">What a relative path starts from.</param>
    /// <exception cref="ResultsException">It is missing, can't be read, or is larger than 1 MB.</exception>
    public static string ReadText(string path, string folder)
    {
        try
        {
            return new InputFile(path, Path.GetFullPath(path, folder)).ReadText(MaxMegabytes).ReplaceLineEndings("\n");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ResultsException(path, $"can't be read: {e.Message}", e);
        }
    }

    public static Settings Parse(string text, string path)
    {
        SettingsData data;
        try
        {
            data = JsonSerializer.Deserialize(text.TrimStart('\uFEFF'), SettingsContext.Default.SettingsData)
                ?? throw new ResultsException(path, "holds no settings.");
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

    // The library's own text names types of this program.
    private static string Trouble(JsonException e) =>
        UnknownProperty().Match(e.Message) is { Success: true } unknown
            ? $"there is no setting '{unknown.Groups[1].Value}'{Known(unknown.Groups[2].Value)}."
        : e.Path is { Length: > 2 } path && e.Message.Contains("could not be converted", StringComparison.Ordinal)
            ? $"invalid {path.TrimStart('$', '.')}: expected {Kind($"{e.Message} {e.InnerException?.Message}")}."
        : e.InnerException is not null ? $"no JSON: {e.Message.Split(" Path:")[0].Split(" LineNumber:")[0]}"
        : e.Message.Split(" Path:")[0].Split(" LineNumber:")[0];

    // The library names a type, of a value that stands alone that of what it is a part of, and then the token.
    private static string Kind(string message) =>
        Kinds.FirstOrDefault(kind => message.Contains(kind.Word, StringComparison.Ordinal)).Kind ?? "an object in braces";

    // The type is the library's word for where the setting stands.
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
                data.NoiseFloor is null ? Margin.Default.NoiseFloorNanoseconds : Quantities.Nanoseconds(data.NoiseFloor)
            ),
            Rules =
            [
                .. (data.Benchmarks ?? [])
                    .Select(rule => rule ?? throw new FormatException("a rule in benchmarks is null."))
                    .Select(rule => new BenchmarkRule(
                        new BenchmarkPattern(rule.Pattern ?? throw new FormatException("a rule in benchmarks has no pattern.")),
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
                        $"invalid project '{data.Project}': expected a path from the top folder, with / and without marks of a shell"
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
        var benchmark = accepted.Benchmark ?? throw new FormatException("an entry of accepted has no benchmark.");
        if (string.IsNullOrWhiteSpace(accepted.Reason))
            throw new FormatException($"the accepted regression of '{benchmark}' gives no reason.");
        if (!DateOnly.TryParseExact(accepted.Until, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var until))
            throw new FormatException($"the accepted regression of '{benchmark}' has no date 'until' such as 2026-12-31.");

        return new AcceptedRegression(
            new BenchmarkPattern(benchmark),
            accepted.Metric switch
            {
                "time" => Metric.Time,
                "allocation" => Metric.Allocation,
                _ => throw new FormatException($"the accepted regression of '{benchmark}' names no metric: time or allocation."),
            },
            accepted.Reason,
            until
        );
    }

    private static AskedQuestion Ask(QuestionData asked)
    {
        if (string.IsNullOrWhiteSpace(asked.Question))
            throw new FormatException("an entry of questions has no question.");
        if (asked.Benchmarks is not { Length: > 0 })
            throw new FormatException($"the question '{asked.Question}' names no benchmarks.");
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
                throw new FormatException("an entry of load has no name.");
            if (endpoint.Project is null || !ProjectPath().IsMatch(endpoint.Project))
                throw new FormatException(
                    $"load '{endpoint.Name}': project is a path from the top folder, with / and without marks of a shell"
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

    // It is quoted wherever a shell sees it.
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

/// <summary>What holds for the benchmarks that fit a pattern.</summary>
/// <param name="Relative">Their margin (0.05 = 5 %); null for the common one.</param>
/// <param name="NoiseFloorNanoseconds">Their noise floor in ns; null for the common one.</param>
internal sealed record BenchmarkRule(BenchmarkPattern Pattern, double? Relative, double? NoiseFloorNanoseconds);

/// <summary>A question and the benchmarks whose categories answer it, in this order.</summary>
internal sealed record AskedQuestion(string Text, IReadOnlyList<BenchmarkPattern> Benchmarks);

/// <summary>A regression that was meant: it is listed and fails nothing, until it expires.</summary>
/// <param name="Until">The last day on which it is accepted.</param>
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
