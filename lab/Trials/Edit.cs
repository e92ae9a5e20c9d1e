namespace Lab.Trials;

internal sealed record Edit(string Name, string File, string Find, string Replace, bool Everywhere = false)
{
    public void Make(string root)
    {
        var path = Path.Combine(root, File);
        var text = System.IO.File.ReadAllText(path);
        var start = text.IndexOf(Find, StringComparison.Ordinal);
        if (start < 0)
            throw new BenchException($"{Name}: {File} has not the text that is to be replaced.");
        System.IO.File.WriteAllText(
            path,
            Everywhere ? text.Replace(Find, Replace, StringComparison.Ordinal) : text[..start] + Replace + text[(start + Find.Length)..]
        );
    }
}
