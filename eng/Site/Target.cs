using System.Text.RegularExpressions;

namespace Site;

/// <summary>What a link within the repository means.</summary>
/// <param name="Path">The file or folder, from the repository's root, with slashes and without one at the end; empty is the root.</param>
/// <param name="Anchor">What follows #, decoded; empty is none.</param>
internal sealed partial record Target(string Path, string Anchor)
{
    /// <summary>Null for a link that leads out of the repository.</summary>
    /// <param name="from">The file that has the link, seen from the root.</param>
    public static Target? Read(string root, string from, string url)
    {
        if (IsExternal(url))
            return null;
        var parts = url.Split('#', 2);
        var anchor = parts.Length > 1 ? Uri.UnescapeDataString(parts[1]) : "";
        var path = Uri.UnescapeDataString(parts[0]);
        var folder = System.IO.Path.GetDirectoryName(System.IO.Path.Combine(root, from))!;
        // A slash at the start is the repository's root on GitHub.
        var full =
            path.Length == 0 ? System.IO.Path.Combine(root, from)
            : path[0] == '/' ? System.IO.Path.GetFullPath(path.TrimStart('/'), root)
            : System.IO.Path.GetFullPath(path, folder);
        var relative = System.IO.Path.GetRelativePath(root, full).Replace('\\', '/').TrimEnd('/');
        return relative == ".." || relative.StartsWith("../", StringComparison.Ordinal)
            ? null
            : new(relative == "." ? "" : relative, anchor);
    }

    /// <summary>Another site, or a mail.</summary>
    public static bool IsExternal(string url) => Scheme().IsMatch(url);

    [GeneratedRegex("^([A-Za-z][A-Za-z0-9+.-]*:|//)")]
    private static partial Regex Scheme();
}
