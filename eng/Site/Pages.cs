using Bench;

namespace Site;

/// <summary>The pages of a site: README, all of docs, other pages for the repository's readers, and pages that these link to.</summary>
internal sealed class Pages
{
    public const string FolderPage = "README.md";
    public const string FrontPage = FolderPage;
    public const string IndexPage = "docs/" + FolderPage;
    private readonly string root;
    private readonly Dictionary<string, Page> bySource = [];

    private Pages(string root) => this.root = root;

    public IEnumerable<Page> All => bySource.Values.OrderBy(page => page.Source, StringComparer.Ordinal);

    public Page Front => bySource[FrontPage];

    public Page Index => bySource[IndexPage];

    public static Pages Read(string root)
    {
        foreach (var needed in new[] { FrontPage, IndexPage })
        {
            if (!File.Exists(Path.Combine(root, needed)))
                throw new BenchException($"{root} has no {needed}: expected the folder of the repository.");
        }

        var pages = new Pages(root);
        var open = new Queue<string>(
            Directory
                .EnumerateFiles(Path.Combine(root, "docs"), "*.md", SearchOption.AllDirectories)
                .Select(file => Path.GetRelativePath(root, file).Replace('\\', '/'))
                .Order(StringComparer.Ordinal)
                .Concat(new[] { FrontPage, "CONTRIBUTING.md", "CHANGELOG.md" }.Where(name => File.Exists(Path.Combine(root, name))))
        );
        while (open.TryDequeue(out var source))
        {
            if (pages.bySource.ContainsKey(source))
                continue;
            var page = Page.Read(root, source);
            pages.bySource.Add(source, page);
            foreach (var link in page.Links)
            {
                if (Target.Read(root, source, link.Url ?? "") is { } target && pages.SourceAt(target.Path) is { } next)
                    open.Enqueue(next);
            }
        }

        return pages;
    }

    public Page? At(string path) => SourceAt(path) is { } source ? bySource.GetValueOrDefault(source) : null;

    private string? SourceAt(string path)
    {
        if (path.EndsWith(".md", StringComparison.Ordinal) && File.Exists(Path.Combine(root, path)))
            return path;
        var folderPage = path.Length == 0 ? FolderPage : $"{path}/{FolderPage}";
        return File.Exists(Path.Combine(root, folderPage)) ? folderPage : null;
    }
}
