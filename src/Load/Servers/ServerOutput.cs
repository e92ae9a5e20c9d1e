using System.Text;
using System.Text.RegularExpressions;

namespace Bench.Load;

/// <summary>The end of what a server prints: its log may say why it refuses or ends, where standard error does not.</summary>
internal sealed partial class ServerOutput
{
    private const int MaxBytes = 16 * 1024;

    private readonly byte[] last = new byte[MaxBytes];
    private readonly Lock access = new();
    private int length;
    private Task reading = Task.CompletedTask;

    public void Keep(string line) => Keep(Encoding.UTF8.GetBytes(line + '\n'));

    /// <summary>Reads on until the end, for a full pipe would stop the server. By bytes: servers may log each request.</summary>
    public void ReadFrom(Stream stream) => reading = ReadAsync(stream);

    /// <summary>Waits until all is read, where the server has ended; what it has started may hold its output open.</summary>
    public void WaitForEnd(TimeSpan limit)
    {
        try
        {
            reading.Wait(limit);
        }
        catch (AggregateException)
        {
            // What was read until now is what there is.
        }
    }

    /// <summary>The exception that was logged last; null where none was.</summary>
    public string? LastException() => Lines().LastOrDefault(line => Exception().IsMatch(line));

    public string? LastLine() => Lines().LastOrDefault();

    private async Task ReadAsync(Stream stream)
    {
        var buffer = new byte[4 * MaxBytes];
        while (await stream.ReadAsync(buffer).ConfigureAwait(false) is > 0 and var read)
            Keep(buffer.AsSpan(0, read));
    }

    private void Keep(ReadOnlySpan<byte> bytes)
    {
        bytes = bytes[^Math.Min(bytes.Length, MaxBytes)..];
        lock (access)
        {
            var kept = Math.Min(length, MaxBytes - bytes.Length);
            last.AsSpan(length - kept, kept).CopyTo(last);
            bytes.CopyTo(last.AsSpan(kept));
            length = kept + bytes.Length;
        }
    }

    private string[] Lines()
    {
        string text;
        lock (access)
            text = Encoding.UTF8.GetString(last, 0, length);
        return text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
    }

    // "Npgsql.NpgsqlException (0x80004005): Failed to connect"; inner ones begin with an arrow, and frames name them in brackets.
    [GeneratedRegex(@"^(?:Unhandled exception\. )?(?:\w+\.)*\w*Exception\b[^:]{0,40}: ", RegexOptions.CultureInvariant)]
    private static partial Regex Exception();
}
