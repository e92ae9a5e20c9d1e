namespace Bench.Runner;

/// <param name="Name">Relative to the root of the sources.</param>
/// <param name="First">From 1.</param>
internal sealed record SourceRange(string Name, string Root, int First, int Last)
{
    // Includes the line before, because symbols do not cover the head of a method. Empty if the file is gone.
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
