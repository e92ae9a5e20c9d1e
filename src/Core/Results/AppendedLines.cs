namespace Bench.Results;

/// <summary>Files that get a line as soon as something is known, so that whoever is killed goes on from there.</summary>
internal static class AppendedLines
{
    /// <summary>
    /// Reads a file up to the first line that is none of its own, and takes away what follows: a last line that was cut off is no
    /// beginning of the next.
    /// </summary>
    /// <param name="parse">What a line says; null for one that is none.</param>
    public static T[] Open<T>(string path, Func<string, T?> parse)
        where T : class
    {
        var text = new InputFile(path, path).ReadText();
        string[] lines = [.. text.Split('\n').Where(line => !string.IsNullOrWhiteSpace(line))];
        T[] known = [.. lines.Select(parse).TakeWhile(line => line is not null).OfType<T>()];
        var whole = string.Concat(lines.Take(known.Length).Select(line => line + "\n"));
        // What is known is never gone meanwhile.
        if (whole != text)
            WholeFile.Write(path, whole);
        return known;
    }
}
