using System.Diagnostics;

namespace Lab.CompareSpeed;

// Times a command from start to exit.
internal static class Measured
{
    /// <summary>Wall-clock seconds, and the largest resident memory in MB (Linux only, otherwise 0).</summary>
    public static (double Seconds, double Megabytes) Run(string[] command)
    {
        var start = new ProcessStartInfo(command[0], command[1..]) { RedirectStandardOutput = true, RedirectStandardError = true };
        var clock = Stopwatch.StartNew();
        using var process = Process.Start(start)!;
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEndAsync();
        double peak = 0;
        while (!process.WaitForExit(10))
            peak = Math.Max(peak, Peak(process.Id));
        var seconds = clock.Elapsed.TotalSeconds;
        if (output.Result.Length == 0)
            throw new BenchException($"{string.Join(' ', command)} printed nothing: {error.Result}");
        return (seconds, peak);
    }

    // VmHWM never falls, so the last reading is the peak, except for the last 10 ms.
    private static double Peak(int process)
    {
        try
        {
            var line = File.ReadLines($"/proc/{process}/status")
                .FirstOrDefault(line => line.StartsWith("VmHWM:", StringComparison.Ordinal));
            return line is null
                ? 0
                : double.Parse(
                    line[6..].Replace("kB", "", StringComparison.Ordinal).Trim(),
                    System.Globalization.CultureInfo.InvariantCulture
                ) / 1024;
        }
        catch (IOException)
        {
            return 0;
        }
    }
}
