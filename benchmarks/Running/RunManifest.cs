using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Statistics;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using Benchmarks.AdventureWorks;
using Benchmarks.HttpClients.Libraries;
using Benchmarks.Tables;
using Benchmarks.Text;
using Page = Benchmarks.Tables.Page;

namespace Benchmarks.Running;

/// <summary>What a run was: enough to tell whether its tables may be published, and which code they belong to.</summary>
/// <param name="Started">When the run began, in UTC.</param>
/// <param name="Commit">What was measured, as git names it, "-dirty" where the work tree had changes; null without git.</param>
/// <param name="Kind">Measured or Quick.</param>
/// <param name="Launches">The fewest launches of a row.</param>
/// <param name="Rows">How many rows were asked for.</param>
/// <param name="WhyIncomplete">Empty for a run that may be published.</param>
/// <param name="Topics">What was asked for, by topic.</param>
internal sealed record RunManifest(
    DateTimeOffset Started,
    string? Commit,
    RunKind Kind,
    int Launches,
    int Rows,
    IReadOnlyList<string> WhyIncomplete,
    IReadOnlyList<RunTopic> Topics)
{
    public const string FileName = "run.json";

    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
        Converters = { new JsonStringEnumConverter() },
    };

    /// <summary>What is known before anything is measured.</summary>
    public static RunManifest Planned(RunKind kind, BenchmarkRunInfo[] wanted, BenchmarkRunInfo[] allRows)
    {
        var rows = wanted.SelectMany(info => info.BenchmarksCases).ToArray();
        var expected = allRows.SelectMany(info => info.BenchmarksCases).ToDictionary(Name, row => Settings(row.Job));
        var launches = rows.Min(row => row.Job.Run.LaunchCount);
        var commit = DescribeCommit();

        var why = new List<string>();
        if (Environment.GetEnvironmentVariable(ReplaceInput.GridVariable) == "1")
            why.Add("the grid has other inputs than the published tables");
        if (kind != RunKind.Measured)
            why.Add("a quick run is no figure");
        var topics = rows.CountBy(Topic).Select(topic => new RunTopic(topic.Key, topic.Value, [])).ToArray();
        var complete = allRows.SelectMany(info => info.BenchmarksCases).CountBy(Topic).ToDictionary();
        why.AddRange(topics.Where(topic => topic.Rows != complete[topic.Name]).Select(topic => $"{topic.Rows} of {complete[topic.Name]} rows of {topic.Name} were asked for"));
        if (launches < LaunchMeans.Fewest)
            why.Add($"--launchCount {launches}, and a published table needs {LaunchMeans.Fewest}");
        if (kind == RunKind.Measured && rows.Any(row => Settings(row.Job) != expected[Name(row)]))
            why.Add("an option changed the job");
        if (commit is null || commit.EndsWith("-dirty", StringComparison.Ordinal))
            why.Add("what was measured is not committed");
        var missing = new[]
        {
            wanted.Any(info => ClientPackages.Concern(info.Type)) ? ClientPackages.MissingLine : null,
            wanted.Any(info => info.Type.Namespace == typeof(SalesDatabase).Namespace) ? SalesDatabase.MissingLine : null,
        };
        why.AddRange(missing.OfType<string>().Select(line => line.TrimEnd('.')));

        return new RunManifest(DateTimeOffset.UtcNow, commit, kind, launches, rows.Length, why, topics);
    }

    /// <summary>Null where no run is recorded, or what is recorded is not what a run writes.</summary>
    public static RunManifest? Read(ArtifactsFolder artifacts)
    {
        try
        {
            var run = JsonSerializer.Deserialize<RunManifest>(File.ReadAllText(Path.Combine(artifacts.Results, FileName)), Json);
            return run is not null && run.IsPlausible() ? run : null;
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }

    public static void Delete(ArtifactsFolder artifacts) => File.Delete(Path.Combine(artifacts.Results, FileName));

    /// <summary>Writes the pages about the whole run and this record, which comes last, beside its tables.</summary>
    public RunManifest Finished(Summary[] summaries, IReadOnlyCollection<string> failed, ArtifactsFolder artifacts)
    {
        var launches = summaries.SelectMany(summary => summary.Reports).Select(report => Tables.Launches.Means(report).Length).DefaultIfEmpty().Min();
        var run = this with
        {
            Launches = launches,
            WhyIncomplete =
            [
                .. WhyIncomplete,
                .. failed.Count > 0 ? [$"{failed.Count} rows failed"] : Array.Empty<string>(),
                .. launches < Launches && failed.Count == 0 ? [$"a row has {launches} of {Launches} launches"] : Array.Empty<string>(),
            ],
        };

        var topics = summaries.Where(summary => summary.BenchmarksCases.Length > 0)
            .GroupBy(summary => Page.Topic(summary.BenchmarksCases[0].Descriptor.Type))
            .OrderBy(topic => topic.Key, StringComparer.Ordinal)
            .Select(topic => (Name: topic.Key, Rows: topic.Sum(summary => summary.BenchmarksCases.Length), Types: topic.Select(summary => summary.BenchmarksCases[0].Descriptor.Type.FullName!).Distinct(),
                Overview: Overview.Of(topic.Key, [.. topic], run), LaunchSpread: LaunchSpreadPage.Of(topic.Key, [.. topic], run)))
            .ToArray();
        foreach (var topic in topics)
        {
            artifacts.Write(RunTopic.PageName(topic.Name, Overview.FileName), topic.Overview);
            artifacts.Write(RunTopic.PageName(topic.Name, LaunchSpreadPage.FileName), topic.LaunchSpread);
        }

        if (topics.Length > 0)
        {
            artifacts.Write(Overview.FileName, Page.Assemble(Overview.Head, topics.Select(topic => topic.Overview)));
            artifacts.Write(LaunchSpreadPage.FileName, Page.Assemble(LaunchSpreadPage.Head, topics.Select(topic => topic.LaunchSpread)));
        }

        run = run with
        {
            Topics =
            [
                .. topics.Select(topic => new RunTopic(topic.Name, topic.Rows,
                [
                    .. topic.Types
                        .SelectMany(type => Directory.EnumerateFiles(artifacts.Results, $"{type}-report*"))
                        .Select(path => Path.GetFileName(path)!)
                        .Order(StringComparer.Ordinal),
                ])),
            ],
        };
        artifacts.Write(FileName, run.ToJson());
        return run;
    }

    /// <summary>The record of one topic, to stand beside its published tables.</summary>
    public RunManifest Of(RunTopic topic) => this with { Rows = topic.Rows, Topics = [topic] };

    public string ToJson() => JsonSerializer.Serialize(this, Json) + "\n";

    private bool IsPlausible() =>
        Kind == RunKind.Measured
        && (WhyIncomplete.Count > 0 || Launches >= LaunchMeans.Fewest)
        && WhyIncomplete.All(reason => reason is not null)
        && Topics.Count > 0
        && Topics.All(topic => topic is not null && topic.IsPlausible())
        && Topics.DistinctBy(topic => topic.Name, StringComparer.OrdinalIgnoreCase).Count() == Topics.Count;

    private static string Topic(BenchmarkCase row) => Page.Topic(row.Descriptor.Type);

    private static string Name(BenchmarkCase row) => $"{row.Descriptor.Type.FullName}.{row.Descriptor.WorkloadMethod.Name} {row.Parameters.DisplayInfo}";

    // Everything that BenchmarkDotNet calls a characteristic of the job, but for the number of launches.
    private static string Settings(Job job) => job.WithLaunchCount(1).WithId(job.Id).DisplayInfo;

    private static string? DescribeCommit()
    {
        try
        {
            using var git = Process.Start(new ProcessStartInfo("git", ["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"])
            {
                WorkingDirectory = RepositoryRoot.Find(),
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!;
            var answer = git.StandardOutput.ReadToEnd().Trim();
            git.WaitForExit();
            return git.ExitCode == 0 ? answer : null;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return null;
        }
    }
}
