namespace Bench.Runner;

/// <summary>Lines of a source file.</summary>
/// <param name="Name">The file, from the root of its sources.</param>
/// <param name="First">The first line, from 1.</param>
internal sealed record SourceRange(string Name, string Root, int First, int Last)
{
    /// <summary>
    /// The lines, with the one before: the head of a method is no part of what its symbols tell. None where the file is gone.
    /// </summary>
    public IReadOnlyList<string> Lines()
    {
        try
        {
            var before = Math.Min(1, First - 1);
            return [.. File.ReadLines(Path.Combine(Root, Name)).Skip(First - 1 - before).Take(Last - First + 1 + before)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
