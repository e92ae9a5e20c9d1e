using System.Globalization;
using System.Text;

namespace Bench.Load;

// Reads the logs of the virtual users while they write. Requests of the warm-up and after the scenario's end do not count.
internal sealed class ScenarioLog(string folder, Scenario scenario)
{
    private const long Block = 1 << 24;

    private readonly Dictionary<string, long> positions = [];
    private readonly ScenarioAnswers all = new();

    /// <summary>One per request; empty if there is a single request.</summary>
    private readonly ScenarioAnswers[] each = scenario.Requests.Count > 1 ? [.. scenario.Requests.Select(_ => new ScenarioAnswers())] : [];

    /// <summary>Send times in ms of requests whose connection broke and after which no answer is known.</summary>
    private readonly List<double> unansweredSince = [];

    /// <summary>Arrival of the last answer, in ms since the start; 0 before the first.</summary>
    public double LastAnswer { get; private set; }

    /// <summary>Slowest answer after the warm-up, in ms; 0 before the first.</summary>
    public double LongestAnswer => all.Longest;

    public int Count => all.Count;

    /// <summary>Number of logged answers, including the warm-up.</summary>
    public long Answers { get; private set; }

    /// <summary>Time in ms from the first to the last broken connection after the last answer.</summary>
    public double LostAtTheEnd
    {
        get
        {
            double[] after = [.. unansweredSince.Where(sent => sent > LastAnswer)];
            return after.Length == 0 ? 0 : after.Max() - after.Min();
        }
    }

    /// <summary>Number of requests since the warm-up without an answer, because their connection broke.</summary>
    public long Lost => all.Lost;

    // Reads the whole lines that were written since the last call.
    public void ReadOn()
    {
        foreach (var file in Directory.EnumerateFiles(folder, "user*.log"))
        {
            using var stream = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            int whole;
            do
            {
                stream.Position = positions.GetValueOrDefault(file);
                // In blocks, because the log of an hour at full speed has gigabytes.
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

    // Fields of a line: sent after ms, took ms, status, request, and 1 if a check failed. The status of a lost request is 0.
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

    // A request without an answer at the end: it took at least as long as it has waited. It failed if it waited longer than any answered
    // request took.
    /// <param name="sent">When it was sent or due, in ms since the start.</param>
    /// <param name="request">Number of the request, from 1; 0 if it was not drawn yet.</param>
    public void AddUnanswered(double sent, double waited, int request = 0)
    {
        if (!Counts(sent))
            return;
        var own = Of(request);
        // Compared with answers to the same request.
        var hasFailed = waited > own[^1].Longest;
        foreach (var one in own)
            one.AddUnanswered(waited, hasFailed);
    }

    /// <summary>A full disk truncates the log, and neither wrk nor its script fails.</summary>
    /// <param name="answers">Counted by wrk. Each virtual user may have one more at the end.</param>
    public void EnsureIsWhole(long answers)
    {
        if (Answers < answers - scenario.MaxVirtualUsers)
            throw new LoadException(
                FormattableString.Invariant($"only {Answers} of {answers} responses are in the log. Check for free space in {folder}.")
            );
    }

    public ScenarioFigures? Figures(double seconds, long lost) => all.Figures(seconds, lost, isAtRate: scenario.Rate is not null);

    /// <summary>Empty if there is a single request.</summary>
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
