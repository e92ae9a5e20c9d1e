using System.Text.RegularExpressions;
using Bench.Harness.Tables;
using Bench.Published;
using Bench.Results;

namespace Bench.Harness.Running;

// Published data: the tables of the newest run of each topic, and the records of the newest runs of each machine class. Pages are made from
// those.
internal sealed partial class Publication(ArtifactsFolder artifacts, HarnessOptions options)
{
    private const string Overview = "overview";
    private const string Table = "table";

    private string Runs => Path.Combine(artifacts.Reference, PublishedRuns.Folder);

    public IReadOnlyList<RunRecord> Records() => PublishedRuns.Read(artifacts.Reference);

    /// <summary>
    /// Adds a run. Its tables replace those of its topics. Its figures replace those of older code on its machine class, and are merged
    /// with those of the same code. They are shown next to those of other classes.
    /// </summary>
    /// <exception cref="UsageException">
    /// A file is missing, a page cannot be made, or a file cannot be written. In the first two cases nothing has changed.
    /// </exception>
    public void Add(RunRecord run)
    {
        var missing = run
            .Topics.SelectMany(topic => topic.Files)
            .Where(file => !File.Exists(Path.Combine(artifacts.Results, file)))
            .ToArray();
        if (missing.Length > 0)
            throw new UsageException($"--publish: {artifacts.Results} lacks {string.Join(", ", missing)} of its last run.");

        // A page that cannot be made must fail before anything is replaced.
        _ = Pages([.. Records(), run]);
        try
        {
            foreach (var topic in run.Topics)
                Replace(topic);
            Directory.CreateDirectory(Runs);
            WholeFile.Write(Path.Combine(Runs, run.Name + ".json"), run.ToJson());
            RemoveWhatIsOutdated();
            foreach (var (page, text) in Pages())
                WholeFile.Write(page, text);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"--publish: {problem.Message}");
        }
    }

    /// <exception cref="UsageException">A page lacks its marks, or names a class or variant that was not published.</exception>
    public IReadOnlyList<(string Path, string Text)> Pages() => Pages(Records());

    private List<(string Path, string Text)> Pages(IReadOnlyList<RunRecord> records)
    {
        var topics = MergedTopic.Merge(records);
        var overview = OverviewPage.RenderPublished(topics, Mark);
        var pages = new List<(string, string)>
        {
            (Path.Combine(artifacts.Reference, OverviewPage.FileName), overview),
            (Path.Combine(artifacts.Reference, SpreadPage.FileName), SpreadPage.Render(topics)),
        };
        foreach (var path in options.Pages.Select(name => Path.Combine(artifacts.RepositoryRoot, name)).Where(File.Exists))
        {
            var page = File.ReadAllText(path).ReplaceLineEndings("\n");
            var regions = Region().Matches(page).Select(match => match.Groups[1].Value).Distinct(StringComparer.Ordinal).ToArray();
            if (regions.Length == 0)
                continue;
            pages.Add((path, regions.Aggregate(page, (text, region) => Between(
                            text,
                            region,
                            region switch
                            {
                                Overview => overview,
                                Table => HighlightsTable.Render(options.Highlights, topics, Mark),
                                _ => OverviewPage.RenderClasses(region.Split(',', StringSplitOptions.TrimEntries), topics, Mark),
                            }
                        ))));
        }

        if (options.Drawings is { } draw)
            pages.AddRange(
                draw(artifacts.Reference).Select(drawing => (Path.Combine(artifacts.RepositoryRoot, drawing.Path), drawing.Text))
            );
        return pages;
    }

    // Topics whose code has changed since their figures were measured.
    public IReadOnlyList<MergedTopic> Stale() => [.. MergedTopic.Merge(Records()).Where(topic => Mark(topic) is not null)];

    public string? Mark(MergedTopic topic) =>
        topic.Latest.Code is { } code && code == Git.CodeOf(artifacts.RepositoryRoot, options.SourcesOfTopic?.Invoke(topic.Name))
            ? null
            : $"**The code has changed since this was measured** (commit {topic.Runs[0].Commit}). Measure it again with `--filter '*.{topic.Name}.*' --publish`.";

    // Replaces the whole folder, because files that are not of this run belong to benchmarks that no longer exist.
    private void Replace(TopicRecord topic)
    {
        var folder = Path.Combine(artifacts.Reference, topic.Name);
        var fresh = folder + ".new";
        if (Directory.Exists(fresh))
            Directory.Delete(fresh, recursive: true);
        Directory.CreateDirectory(fresh);
        foreach (var file in topic.Files)
            File.Copy(Path.Combine(artifacts.Results, file), Path.Combine(fresh, file));
        if (Directory.Exists(folder))
            Directory.Delete(folder, recursive: true);
        Directory.Move(fresh, folder);
    }

    // Only records of runs: tables that were committed by hand may lie next to them.
    private void RemoveWhatIsOutdated()
    {
        var used = MergedTopic.Merge(Records()).SelectMany(topic => topic.Runs).Select(run => run.Name).ToHashSet(StringComparer.Ordinal);
        foreach (var run in Records().Where(run => !used.Contains(run.Name)))
            File.Delete(Path.Combine(Runs, run.Name + ".json"));
    }

    private static string Between(string page, string name, string text)
    {
        var start = page.IndexOf(Start(name), StringComparison.Ordinal);
        var end = page.IndexOf(End(name), StringComparison.Ordinal);
        if (end < start)
            throw new UsageException($"A page has {Start(name)} without {End(name)} after it.");
        return $"{page[..(start + Start(name).Length)]}\n{text.TrimEnd('\n')}\n{page[end..]}";
    }

    [GeneratedRegex("^<!-- measured: (.+) -->$", RegexOptions.Multiline | RegexOptions.NonBacktracking)]
    private static partial Regex Region();

    private static string Start(string name) => $"<!-- measured: {name} -->";

    private static string End(string name) => $"<!-- end of measured: {name} -->";
}
