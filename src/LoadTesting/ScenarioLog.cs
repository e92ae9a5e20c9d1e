using System.Globalization;
using System.Text;
using MathNet.Numerics.Statistics;

namespace Bench.LoadTesting;

/// <summary>What the copies of a scenario log, read on while they write.</summary>
/// <param name="folder">Where the logs lie.</param>
/// <param name="scenario">The scenario: its warm-up is left out, and what was sent after its end.</param>
internal sealed class ScenarioLog(string folder, Scenario scenario)
{
    private readonly Dictionary<string, long> positions = [];
    private readonly List<double> times = [];
    private long failed;

    /// <summary>Reads what was written since the last time, whole lines only.</summary>
    public void ReadOn()
    {
        foreach (var file in Directory.EnumerateFiles(folder, "copy*.log"))
        {
            using var stream = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            stream.Position = positions.GetValueOrDefault(file);
            var bytes = new byte[stream.Length - stream.Position];
            var read = stream.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
            var whole = bytes.AsSpan(0, read).LastIndexOf((byte)'\n') + 1;
            positions[file] = positions.GetValueOrDefault(file) + whole;
            foreach (var line in Encoding.ASCII.GetString(bytes, 0, whole).Split('\n', StringSplitOptions.RemoveEmptyEntries))
                Add(line);
        }
    }

    /// <summary>A line: sent after ms, took ms, status, request, 1 where a check failed.</summary>
    public void Add(string line)
    {
        var fields = line.Split('\t');
        if (fields.Length != 5 || !Number(fields[0], out var sent) || !Number(fields[1], out var took) || fields[4] is not ("0" or "1")
            || sent < 1000 * scenario.WarmUpSeconds || sent >= 1000 * scenario.TotalSeconds)
            return;
        times.Add(took);
        failed += fields[4] == "1" ? 1 : 0;
    }

    /// <summary>The figures so far.</summary>
    /// <param name="seconds">How long it took, warm-up apart.</param>
    /// <param name="lost">Requests that were never answered.</param>
    /// <returns>The figures; null where nothing was answered.</returns>
    public ScenarioFigures? Figures(double seconds, long lost)
    {
        if (times.Count == 0)
            return null;
        var sorted = times.ToArray();
        Array.Sort(sorted);
        double At(double share) => SortedArrayStatistics.QuantileCustom(sorted, share, QuantileDefinition.R1);
        return new ScenarioFigures(
            sorted.Length, (failed + lost) / (double)(sorted.Length + lost), sorted.Length / Math.Max(0.001, seconds), sorted.Average(), At(0.5), At(0.75), At(0.9), At(0.95), At(0.99), At(0.999), sorted[^1]);
    }

    private static bool Number(string text, out double value) => double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value);
}
