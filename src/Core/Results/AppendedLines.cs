namespace Bench.Results;

// Files that get a line per result at once, so that a run that was killed can continue.
internal static class AppendedLines
{
    // Reads a file up to the first invalid line and removes the rest, because a truncated last line would merge with the next one.
    // `parse` returns null for an invalid line.
    public static T[] Open<T>(string path, Func<string, T?> parse)
        where T : class
    {
        var text = new InputFile(path, path).ReadText();
        string[] lines = [.. text.Split('\n').Where(line => !string.IsNullOrWhiteSpace(line))];
        T[] known = [.. lines.Select(parse).TakeWhile(line => line is not null).OfType<T>()];
        var whole = string.Concat(lines.Take(known.Length).Select(line => line + "\n"));
        // WholeFile replaces the file in one step, so a crash here loses nothing.
        if (whole != text)
            WholeFile.Write(path, whole);
        return known;
    }
}
