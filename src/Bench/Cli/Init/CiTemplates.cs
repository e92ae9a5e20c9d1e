using System.Globalization;

namespace Bench.Cli.Init;

// This repository's own workflows are the same, with other values.
internal static class CiTemplates
{
    private const string GateBegins = "# @GATE@";
    private const string LoadBegins = "# @LOAD@";
    private const string GlobalJsonBegins = "# @GLOBAL@";
    private const string Ends = "# @END@";

    public const string CommentScript = ".github/bench/comment-verdict.sh";
    public const string HistoryWorkflow = ".github/workflows/benchmarks-history.yml";

    private static readonly Dictionary<CiSystem, (string Path, string Template)[]> Files = new()
    {
        [CiSystem.GitHub] =
        [
            (".github/workflows/benchmarks.yml", "github-benchmarks.yml"),
            (".github/workflows/benchmarks-comment.yml", "github-benchmarks-comment.yml"),
            (HistoryWorkflow, "github-benchmarks-history.yml"),
            (CommentScript, "comment-verdict.sh"),
        ],
        [CiSystem.Azure] = [("azure-pipelines-benchmarks.yml", "azure-pipelines-benchmarks.yml")],
        [CiSystem.GitLab] = [(".gitlab/benchmarks.yml", "gitlab-benchmarks.yml")],
    };

    public static IReadOnlyList<SetupFile> Render(CiSystem system, CiValues values) =>
        [
            .. Files[system]
                .Where(file => values.HasBenchmarks || file.Path != HistoryWorkflow)
                .Select(file => new SetupFile(file.Path, Filled(Text(file.Template), values))),
        ];

    /// <summary>The system that the repository seems to use; GitHub if it shows none.</summary>
    public static CiSystem Guess(string root) =>
        Directory.Exists(Path.Combine(root, ".github")) ? CiSystem.GitHub
        : File.Exists(Path.Combine(root, ".gitlab-ci.yml")) ? CiSystem.GitLab
        : File.Exists(Path.Combine(root, "azure-pipelines.yml")) ? CiSystem.Azure
        : CiSystem.GitHub;

    private static string Filled(string template, CiValues values)
    {
        var lines = template
            .ReplaceLineEndings("\n")
            .Split('\n')
            .Where(line => values.HasGlobalJson || !line.Contains("global-json-file:", StringComparison.Ordinal))
            .Where(line => values.HasSubmodules || !TakesSubmodules(line))
            .SelectMany(line => WithCommands(line, values.Install));
        if (!values.HasBenchmarks)
            lines = Without(GateBegins, lines);
        if (values.Endpoints.Count == 0)
            lines = Without(LoadBegins, lines);
        if (!values.HasGlobalJson)
            lines = Without(GlobalJsonBegins, lines);
        return string.Join('\n', lines.Where(line => line.Trim() is not (GateBegins or LoadBegins or GlobalJsonBegins or Ends)))
            .Replace("@VERB@", values.HasBenchmarks ? "gate" : "load gate", StringComparison.Ordinal)
            .Replace("@NEEDS@", Needs(values), StringComparison.Ordinal)
            .Replace("@PRODUCT@", values.Product, StringComparison.Ordinal)
            .Replace("@SHARD_COUNT@", Text(values.Shards), StringComparison.Ordinal)
            .Replace("@REPLICATE_COUNT@", Text(values.Replicates), StringComparison.Ordinal)
            .Replace("@JOB_COUNT@", Text(values.Shards * values.Replicates), StringComparison.Ordinal)
            .Replace("@ENDPOINTS@", string.Join(", ", values.Endpoints.Select(name => $"'{name}'")), StringComparison.Ordinal)
            .Replace("@ENDPOINT_WORDS@", string.Join(' ', values.Endpoints), StringComparison.Ordinal)
            .Replace("@SCRIPT@", values.CommentScript, StringComparison.Ordinal);
    }

    // Leaves out jobs without benchmarks or without load, and the installation of an SDK that global.json does not name.
    private static IEnumerable<string> Without(string begins, IEnumerable<string> lines)
    {
        var isLeftOut = false;
        foreach (var line in lines)
        {
            isLeftOut |= line.Trim() == begins;
            if (!isLeftOut)
                yield return line;
            isLeftOut &= line.Trim() != Ends;
        }
    }

    private static IEnumerable<string> WithCommands(string line, string[] commands) =>
        line.Trim() == "@INSTALL@" ? commands.Select(command => line.Replace("@INSTALL@", command, StringComparison.Ordinal)) : [line];

    private static string Needs(CiValues values) =>
        !values.HasBenchmarks ? "load"
        : values.Endpoints.Count == 0 ? "gate"
        : "[gate, load]";

    private static bool TakesSubmodules(string line) =>
        line.Contains("submodules: recursive", StringComparison.Ordinal)
        || line.Contains("GIT_SUBMODULE_STRATEGY: recursive", StringComparison.Ordinal);

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static string Text(string name)
    {
        using var stream = typeof(CiTemplates).Assembly.GetManifestResourceStream(name)!;
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
