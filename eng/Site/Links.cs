namespace Site;

/// <summary>Resolves the links of pages to the site, and collects the files that the site needs for them.</summary>
/// <param name="repository">The URL for files that are not pages; null if unknown.</param>
internal sealed class Links(string root, Pages pages, string? repository)
{
    private static readonly string[] Schemes = ["https:", "http:", "mailto:"];
    private static readonly string[] Pictures = [".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp"];

    /// <summary>Files of the repository that are copied to the site unchanged.</summary>
    public SortedSet<string> Copied { get; } = new(StringComparer.Ordinal);

    public List<string> Broken { get; } = [];

    /// <summary>The URL of a link on the site; null if it leads to nothing that a browser can open.</summary>
    /// <param name="source">The file with the link, relative to the root.</param>
    /// <param name="place">The path of that file on the site.</param>
    public string? Resolve(string source, string place, string url, bool isPicture = false)
    {
        if (Target.IsExternal(url))
        {
            if (isPicture)
                Broken.Add($"{source}: {url}: a picture of another site is not loaded");
            else if (!Schemes.Any(scheme => url.StartsWith(scheme, StringComparison.Ordinal)))
                Broken.Add($"{source}: {url}: expected a path, {string.Join(" or ", Schemes)}");
            return url;
        }

        if (Target.Read(root, source, url) is not { } target)
            return Break(source, url, "leads out of the repository");
        if (pages.At(target.Path) is { } page)
        {
            if (target.Anchor.Length == 0)
                return Relative(place, page.Place);
            if (page.Headings.Any(heading => heading.Id == target.Anchor))
                return (page.Place == place ? "" : Relative(place, page.Place)) + "#" + Uri.EscapeDataString(target.Anchor);
            return IsLine(target.Anchor) ? InRepository(target) : Break(source, url, $"{page.Source} has no such heading");
        }

        if (Directory.Exists(Path.Combine(root, target.Path)))
            return InRepository(target);
        if (!File.Exists(Path.Combine(root, target.Path)))
            return Break(source, url, "there is no such file");
        if (target.Anchor.Length > 0 && !IsLine(target.Anchor))
            return Break(source, url, "only pages have headings");
        if (!isPicture && (target.Anchor.Length > 0 || !IsPictureOrData(target.Path)))
            return InRepository(target);
        Copied.Add(target.Path);
        return Relative(place, target.Path);
    }

    /// <summary>The URL of a file in the repository; null if the repository's URL is unknown.</summary>
    public string? InRepository(Target target)
    {
        if (repository is null)
            return null;
        var kind = Directory.Exists(Path.Combine(root, target.Path)) ? "tree" : "blob";
        // GitHub can link to lines of a Markdown file only in its plain view.
        var plain = target.Anchor.Length > 0 && target.Path.EndsWith(".md", StringComparison.Ordinal) ? "?plain=1" : "";
        var anchor = target.Anchor.Length > 0 ? "#" + target.Anchor : "";
        return $"{repository}/{kind}/HEAD/{Escape(target.Path)}{plain}{anchor}";
    }

    public static string Relative(string from, string to) =>
        Escape(Path.GetRelativePath(Path.GetDirectoryName("/" + from)!, "/" + to).Replace('\\', '/'));

    private static string Escape(string path) => string.Join('/', path.Split('/').Select(Uri.EscapeDataString));

    private static bool IsPictureOrData(string path) =>
        path.StartsWith("docs/", StringComparison.Ordinal) || Pictures.Contains(Path.GetExtension(path).ToLowerInvariant());

    private static bool IsLine(string anchor) => anchor.Length > 1 && anchor[0] == 'L' && char.IsAsciiDigit(anchor[1]);

    private string? Break(string source, string url, string why)
    {
        Broken.Add($"{source}: {url}: {why}");
        return null;
    }
}
