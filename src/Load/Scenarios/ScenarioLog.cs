using System.Globalization;
using System.Text;

namespace Bench.Load;

/// <summary>What the virtual users of a scenario log, read on while they write.</summary>
/// <param name="scenario">The scenario: its warm-up is left out, and what was sent after its end.</param>
internal sealed class ScenarioLog(string folder, Scenario scenario)
{
    private const long Block = 1 << 24;

    private readonly Dictionary<string, long> positions = [];
    private readonly ScenarioAnswers all = new();

    /// <summary>Those of each request, where there are several.</summary>
    private readonly ScenarioAnswers[] each = scenario.Requests.Count > 1 ? [.. scenario.Requests.Select(_ => new ScenarioAnswers())] : [];

    /// <summary>When requests were sent whose connection broke, as far as no answer is known to have come later, ms.</summary>
    private readonly List<double> unansweredSince = [];

    /// <summary>When the last answer came, ms since the begin; 0 before the first.</summary>
    public double LastAnswer { get; private set; }

    /// <summary>What the slowest answer after the warm-up took, ms; 0 before the first.</summary>
    public double LongestAnswer => all.Longest;

    public int Count => all.Count;

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
    public long Lost => all.Lost;

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
        var answers = Of(fields[3]);
        if (fields[2] == "0")
        {
            foreach (var one in Counts(sent) ? answers : [])
                one.Lost++;
            if (sent < 1000 * scenario.TotalSeconds)
                unansweredSince.Add(sent);
            return;
        }

        Answers++;
        LastAnswer = Math.Max(LastAnswer, sent + took);
        foreach (var one in answers)
        {
            one.Arrived += Counts(sent + took) ? 1 : 0;
            if (Counts(sent))
                one.Add(took, hasFailed: fields[4] == "1");
        }
    }

    /// <summary>
    /// A request that is not answered to the end: it took as long at least, and has failed where it has waited longer than any that was
    /// answered.
    /// </summary>
    /// <param name="sent">When it was sent or due, ms since the begin.</param>
    /// <param name="request">Which it is, from 1; 0 where it was not drawn yet.</param>
    public void AddUnanswered(double sent, double waited, int request = 0)
    {
        if (!Counts(sent))
            return;
        var own = Of(request);
        // Longer than any other that asked for the same.
        var hasFailed = waited > own[^1].Longest;
        foreach (var one in own)
            one.AddUnanswered(waited, hasFailed);
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

    public ScenarioFigures? Figures(double seconds, long lost) => all.Figures(seconds, lost, isAtRate: scenario.Rate is not null);

    /// <summary>The figures of each request; empty where there is one only.</summary>
    public IReadOnlyList<RequestFigures> FiguresOfRequests(double seconds) =>
        [
            .. scenario.Requests.Zip(each, (request, answers) =>
                new RequestFigures(
                    request.Label,
                    request.VirtualUsers,
                    answers.Figures(seconds, answers.Lost, isAtRate: scenario.Rate is not null)
                )
            ),
        ];

    private ScenarioAnswers[] Of(string request) =>
        Of(int.TryParse(request, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0);

    private ScenarioAnswers[] Of(int request) => request >= 1 && request <= each.Length ? [all, each[request - 1]] : [all];

    private bool Counts(double sent) => sent >= 1000 * scenario.WarmUpSeconds && sent < 1000 * scenario.TotalSeconds;

    private static bool Number(string text, out double value) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value);
}
