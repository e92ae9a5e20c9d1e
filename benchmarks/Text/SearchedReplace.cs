using System.Buffers;

namespace Benchmarks.Text;

/// <summary>Replacing with the framework's fastest search for a text without regard to case, prepared once for each pattern.</summary>
internal static class SearchedReplace
{
    public static string Replace(string text, SearchValues<string> oldValue, int oldLength, string newValue)
    {
        var remaining = text.AsSpan();
        var found = remaining.IndexOfAny(oldValue);
        if (found < 0)
            return text;

        var writer = new PooledWriter(text.Length);
        try
        {
            for (; found >= 0; found = remaining.IndexOfAny(oldValue))
            {
                writer.Write(remaining[..found]);
                writer.Write(newValue);
                remaining = remaining[(found + oldLength)..];
            }

            writer.Write(remaining);
            return writer.ToString();
        }
        finally
        {
            writer.Return();
        }
    }
}
