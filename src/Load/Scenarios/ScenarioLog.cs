using System.Globalization;
using System.Text;

namespace Bench.Load;

/// <summary>What the virtual users of a scenario log, read on while they write.</summary>
/// <param name="scenario">The scenario: its warm-up is left out, and what was sent after its end.</param>
internal sealed class ScenarioLog(string folder, Scenario scenario)
{
    private const long Block = 1 << 24;

    private readonly Dictionary<string, long> positions = [];
    private readonly List<double> times = [];

    /// <summary>When requests were sent whose connection broke, as far as no answer is known to have come later, ms.</summary>
    private readonly List<double> unansweredSince = [];
    private long failed;
    private long unanswered;
    private long arrived;

    /// <summary>When the last answer came, ms since the begin; 0 before the first.</summary>
    public double LastAnswer { get; private set; }

    /// <summary>What the slowest answer after the warm-up took, ms; 0 before the first.</summary>
    public double LongestAnswer { get; private set; }

    public int Count => times.Count;

    /// <summary>How many answers were logged, those of the warm-up as well.</summary>
    public long Answers { get; private set; }

    /// <summary>For how long each connection broke, and nothing was answered, until the last that did; ms.</summary>
    public double LostAtTheEnd
    {
        get
        {
            double[] after = [.. unansweredSince.Where(sent => sent > LastAnswer)];
            return after.Length == 0 ? 0 : after.Max() - after.Min();
        }
    }

    /// <summary>How many requests got no answer since the warm-up, because their connection broke.</summary>
    public long Lost { get; private set; }

    /// <summary>Reads what was written since the last time, whole lines only.</summary>
    public void ReadOn()
    {
        foreach (var file in Directory.EnumerateFiles(folder, "user*.log"))
        {
            using var stream = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            int whole;
            do
            {
                stream.Position = positions.GetValueOrDefault(file);
                // In blocks: the log of an hour at full speed has gigabytes.
                var bytes = new byte[Math.Min(Block, stream.Length - stream.Position)];
                var read = stream.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
                whole = bytes.AsSpan(0, read).LastIndexOf((byte)'\n') + 1;
                positions[file] = positions.GetValueOrDefault(file) + whole;
                foreach (var line in Encoding.ASCII.GetString(bytes, 0, whole).Split('\n', StringSplitOptions.RemoveEmptyEntries))
                    Add(line);
            } while (whole > 0);
        }

        unansweredSince.RemoveAll(sent => sent <= LastAnswer);
    }

    /// <summary>A line: sent after ms, took ms, status, request, 1 where a check failed. Of what is lost the status is 0.</summary>
    public void Add(string line)
    {
        var fields = line.Split('\t');
        if (fields.Length != 5 || !Number(fields[0], out var sent) || !Number(fields[1], out var took) || fields[4] is not ("0" or "1"))
            return;
        if (fields[2] == "0")
        {
            Lost += Counts(sent) ? 1 : 0;
            if (sent < 1000 * scenario.TotalSeconds)
                unansweredSince.Add(sent);
            return;
        }

        Answers++;
        LastAnswer = Math.Max(LastAnswer, sent + took);
        arrived += Counts(sent + took) ? 1 : 0;
        if (!Counts(sent))
            return;
        LongestAnswer = Math.Max(LongestAnswer, took);
        times.Add(took);
        failed += fields[4] == "1" ? 1 : 0;
    }

    /// <summary>
    /// A request that is not answered to the end: it took as long at least, and has failed where it has waited longer than any that was
    /// answered.
    /// </summary>
    /// <param name="sent">When it was sent or due, ms since the begin.</param>
    public void AddUnanswered(double sent, double waited)
    {
        if (!Counts(sent))
            return;
        times.Add(waited);
        failed += waited > LongestAnswer ? 1 : 0;
        unanswered++;
    }

    /// <summary>A disk without room cuts lines off, and neither wrk nor its script fails.</summary>
    /// <param name="answers">That wrk counted; each virtual user may have one more as it ends.</param>
    /// <exception cref="LoadException">The log has fewer.</exception>
    public void EnsureIsWhole(long answers)
    {
        if (Answers < answers - scenario.MaxVirtualUsers)
            throw new LoadException(
                FormattableString.Invariant($"only {Answers} of {answers} answers are in the log: is there room in {folder}?")
            );
    }

    public ScenarioFigures? Figures(double seconds, long lost)
    {
        if (times.Count == 0)
            return null;
        var sorted = new SortedTimes(times);
        return new ScenarioFigures(
            sorted.Count - unanswered,
            (failed + lost) / (double)(sorted.Count + lost),
            // At a rate requests count from when they were due: what a slow server answers after the end is no rate of its own.
            (scenario.Rate is null ? sorted.Count - unanswered : arrived) / Math.Max(0.001, seconds),
            sorted.Mean,
            sorted.At(0.5),
            sorted.At(0.75),
            sorted.At(0.9),
            sorted.At(0.95),
            sorted.At(0.99),
            sorted.At(0.999),
            sorted.Longest
        );
    }

    private bool Counts(double sent) => sent >= 1000 * scenario.WarmUpSeconds && sent < 1000 * scenario.TotalSeconds;

    private static bool Number(string text, out double value) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value);
}
