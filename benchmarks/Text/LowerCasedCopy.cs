using System.Buffers;

namespace Benchmarks.Text;

/// <summary>
/// What code that replaces without regard to case usually is: lower-case a pooled copy, search that, and put the
/// pieces of the original together in a pooled buffer.
/// </summary>
internal static class LowerCasedCopy
{
    public static string Replace(string text, string oldValue, string newValue)
    {
        var lowered = ArrayPool<char>.Shared.Rent(text.Length);
        try
        {
            text.AsSpan().ToLowerInvariant(lowered);
            var wanted = oldValue.ToLowerInvariant();
            var remaining = lowered.AsSpan(0, text.Length);
            var found = remaining.IndexOf(wanted);
            if (found < 0)
                return text;

            var writer = new PooledWriter(text.Length);
            try
            {
                var position = 0;
                for (; found >= 0; found = remaining.IndexOf(wanted))
                {
                    writer.Write(text.AsSpan(position, found));
                    writer.Write(newValue);
                    position += found + wanted.Length;
                    remaining = remaining[(found + wanted.Length)..];
                }

                writer.Write(text.AsSpan(position));
                return writer.ToString();
            }
            finally
            {
                writer.Return();
            }
        }
        finally
        {
            ArrayPool<char>.Shared.Return(lowered);
        }
    }
}
