using System.Text.RegularExpressions;

namespace Site;

/// <summary>The target of a link within the repository.</summary>
/// <param name="Path">
/// The file or folder, relative to the repository's root, with slashes and without one at the end. Empty for the root.
/// </param>
/// <param name="Anchor">The decoded text after #; empty for none.</param>
internal sealed partial record Target(string Path, string Anchor)
{
    /// <summary>Null for a link that leads out of the repository.</summary>
    /// <param name="from">The file with the link, relative to the root.</param>
    public static Target? Read(string root, string from, string url)
    {
        if (IsExternal(url))
            return null;
        var parts = url.Split('#', 2);
        var anchor = parts.Length > 1 ? Uri.UnescapeDataString(parts[1]) : "";
        var path = Uri.UnescapeDataString(parts[0]);
        var folder = System.IO.Path.GetDirectoryName(System.IO.Path.Combine(root, from))!;
        // On GitHub a leading slash means the repository's root.
        var full =
            path.Length == 0 ? System.IO.Path.Combine(root, from)
            : path[0] == '/' ? System.IO.Path.GetFullPath(path.TrimStart('/'), root)
            : System.IO.Path.GetFullPath(path, folder);
        var relative = System.IO.Path.GetRelativePath(root, full).Replace('\\', '/').TrimEnd('/');
        return relative == ".." || relative.StartsWith("../", StringComparison.Ordinal)
            ? null
            : new(relative == "." ? "" : relative, anchor);
    }

    public static bool IsExternal(string url) => Scheme().IsMatch(url);

    [GeneratedRegex("^([A-Za-z][A-Za-z0-9+.-]*:|//)")]
    private static partial Regex Scheme();
}
