using System.Diagnostics;
using System.Text.Json;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using Benchmarks.HttpClients.Libraries;
using Benchmarks.Tables;
using Perfolizer.Horology;

namespace Benchmarks.Running;

/// <summary>What a run was: enough to tell whether its tables may be published, and which code they belong to.</summary>
/// <param name="WhyIncomplete">Empty for a run that may be published.</param>
/// <param name="Files">The names of the files in the results folder that belong to this run.</param>
/// <param name="Commit">What was measured, as git names it, "-dirty" where the work tree had changes; null without git.</param>
internal sealed record RunManifest(
    DateTimeOffset Finished,
    string? Commit,
    RunKind Kind,
    int Launches,
    int Rows,
    IReadOnlyList<string> WhyIncomplete,
    IReadOnlyList<string> Files)
{
    private const string FileName = "run.json";

    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        Converters = { new System.Text.Json.Serialization.JsonStringEnumConverter() },
    };

    private IReadOnlyList<Summary> Summaries { get; init; } = [];

    public static RunManifest Of(RunKind kind, BenchmarkRunInfo[] wanted, Summary[] summaries, IReadOnlyCollection<string> failed, BenchmarkRunInfo[] allRows)
    {
        var rows = wanted.Sum(info => info.BenchmarksCases.Length);
        var jobs = wanted.SelectMany(info => info.BenchmarksCases).Select(row => row.Job).ToArray();
        var launches = jobs.Min(job => job.Run.LaunchCount);
        var all = allRows.Sum(info => info.BenchmarksCases.Length);
        var expected = allRows.SelectMany(info => info.BenchmarksCases).ToDictionary(Name, row => row.Job.Run);

        var why = new List<string>();
        if (kind != RunKind.Measured)
            why.Add("a quick run is no figure");
        if (rows != all)
            why.Add($"{rows} of {all} rows were asked for");
        if (failed.Count > 0)
            why.Add($"{failed.Count} rows failed");
        if (launches < Tables.Launches.Fewest)
            why.Add($"--launchCount {launches}, and a published table needs {Tables.Launches.Fewest}");
        if (kind == RunKind.Measured && wanted.SelectMany(info => info.BenchmarksCases).Any(row => IsShorter(row.Job.Run, expected[Name(row)])))
            why.Add("the job was shortened by an option");
        if (ClientPackages.MissingLine is { } missing)
            why.Add(missing.TrimEnd('.'));

        return new RunManifest(DateTimeOffset.UtcNow, DescribeCommit(), kind, launches, rows, why, [])
        {
            Summaries = summaries,
        };
    }

    /// <summary>Null where no run is recorded, or what is recorded can't be read.</summary>
    public static RunManifest? Read(ArtifactsFolder artifacts)
    {
        try
        {
            return JsonSerializer.Deserialize<RunManifest>(File.ReadAllText(Path.Combine(artifacts.Results, FileName)), Json);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }

    /// <summary>Writes the pages about the whole run and this record beside its tables.</summary>
    public void Write(ArtifactsFolder artifacts)
    {
        File.WriteAllText(Path.Combine(artifacts.Results, Overview.FileName), Overview.Of(Summaries, this));
        File.WriteAllText(Path.Combine(artifacts.Results, LaunchSpreadPage.FileName), LaunchSpreadPage.Of(Summaries, this));

        var tables = Summaries
            .SelectMany(summary => summary.BenchmarksCases)
            .Select(row => row.Descriptor.Type.FullName!)
            .Distinct()
            .SelectMany(type => Directory.EnumerateFiles(artifacts.Results, $"{type}-report*"))
            .Select(path => Path.GetFileName(path));
        var complete = this with { Files = [.. tables.Append(Overview.FileName).Append(LaunchSpreadPage.FileName).Append(FileName).Order(StringComparer.Ordinal)] };
        File.WriteAllText(Path.Combine(artifacts.Results, FileName), JsonSerializer.Serialize(complete, Json) + "\n");
    }

    private static string Name(BenchmarkCase row) => $"{row.Descriptor.Type.FullName}.{row.Descriptor.WorkloadMethod.Name} {row.Parameters.DisplayInfo}";

    private static bool IsShorter(RunMode run, RunMode expected) =>
        run.IterationCount < expected.IterationCount || run.WarmupCount < expected.WarmupCount || run.IterationTime < expected.IterationTime;

    private static string? DescribeCommit()
    {
        try
        {
            using var git = Process.Start(new ProcessStartInfo("git", ["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"])
            {
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
