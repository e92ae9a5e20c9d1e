using System.Text;
using System.Text.RegularExpressions;

namespace Bench.Load;

// Keeps the end of a server's output. Its log may explain a refusal or its end better than standard error.
internal sealed partial class ServerOutput
{
    private const int MaxBytes = 16 * 1024;

    private readonly byte[] last = new byte[MaxBytes];
    private readonly Lock access = new();
    private int length;
    private Task reading = Task.CompletedTask;

    public void Keep(string line) => Keep(Encoding.UTF8.GetBytes(line + '\n'));

    // Reads until the end, because a full pipe would stop the server. Reads bytes, because servers may log each request.
    public void ReadFrom(Stream stream) => reading = ReadAsync(stream);

    // Only for a server that has ended. There is a limit, because processes that it started may hold its output open.
    public void WaitForEnd(TimeSpan limit)
    {
        try
        {
            reading.Wait(limit);
        }
        catch (AggregateException)
        {
            // The output read so far has to do.
        }
    }

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

    // For example "Npgsql.NpgsqlException (0x80004005): Failed to connect". Inner exceptions begin with an arrow, and frames have them in
    // brackets.
    [GeneratedRegex(@"^(?:Unhandled exception\. )?(?:\w+\.)*\w*Exception\b[^:]{0,40}: ", RegexOptions.CultureInvariant)]
    private static partial Regex Exception();
}
