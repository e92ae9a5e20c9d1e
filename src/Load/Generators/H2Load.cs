using System.Globalization;
using System.Text.RegularExpressions;

namespace Bench.Load;

/// <summary>
/// Response times by h2load over HTTP/1.1, whose log has a line a request, so that percentiles are counted and not estimated.
/// </summary>
internal static partial class H2Load
{
    private const double MicrosecondsOfMillisecond = 1000;

    /// <param name="settling">
    /// All connections are opened at once, and each sends its first request at once: the times of requests that begin in so much of the
    /// start are that stampede's. They count as requests.
    /// </param>
    public static RequestTimes Times(
        IReadOnlyList<(Uri Url, int Connections)> parts,
        int threads,
        TimeSpan duration,
        string folder,
        CancellationToken cancellationToken,
        double? rate = null,
        IReadOnlyList<int>? cores = null,
        LoadRequest? request = null,
        TimeSpan settling = default
    )
    {
        request ??= LoadRequest.Get;
        // Another server may be loaded at the same time.
        string[] logs = [.. parts.Select(_ => Path.Combine(folder, $"requests-{Path.GetRandomFileName()}.log"))];
        try
        {
            var run = WithBody(request, folder, body =>
                Generator.Run(
                    Tool.H2Load,
                    parts.Select((part, i) => Arguments(part.Url, part.Connections, threads, Timed(logs[i]), request, body)),
                    duration,
                    cancellationToken,
                    cores: cores,
                    patience: request.Patience
                )
            );
            var times = Create(logs.SelectMany(File.ReadLines), run.Cores, request.IsGood, settling);
            EnsureIsWhole(run.Outputs, times.Requests, parts.Sum(part => part.Connections), folder);
            return times;
        }
        finally
        {
            foreach (var log in logs)
                File.Delete(log);
        }

        string[] Timed(string log) =>
            [
                "-D",
                string.Create(CultureInfo.InvariantCulture, $"{Math.Ceiling(duration.TotalSeconds)}"),
                "--log-file",
                log,
                .. rate is { } all ? (string[])["--rps", RateText(all / parts.Sum(part => part.Connections))] : [],
            ];
    }

    /// <summary>A disk without room cuts lines of a log off, and h2load does not fail.</summary>
    /// <param name="connections">As many answers may come as it ends.</param>
    internal static void EnsureIsWhole(IEnumerable<string> outputs, long logged, int connections, string folder)
    {
        var done = outputs
            .Select(output => Done().Match(output))
            .Where(match => match.Success)
            .Sum(match => long.Parse(match.Groups[1].ValueSpan, CultureInfo.InvariantCulture));
        if (logged < done - connections)
            throw new LoadException(
                FormattableString.Invariant($"only {logged} of {done} answers are in the log of h2load: is there room in {folder}?")
            );
    }

    [GeneratedRegex(@"^requests: .* (\d{1,18}) done", RegexOptions.Multiline | RegexOptions.CultureInvariant)]
    private static partial Regex Done();

    /// <summary>Opens all connections, and sends one request on each.</summary>
    /// <param name="duration">How long that may take.</param>
    public static GeneratorRun Open(
        Uri url,
        int connections,
        int threads,
        TimeSpan duration,
        string folder,
        CancellationToken cancellationToken,
        IReadOnlyList<int>? cores,
        LoadRequest request
    ) =>
        WithBody(request, folder, body =>
            Generator.Run(
                Tool.H2Load,
                [Arguments(url, connections, threads, ["-n", Text(connections)], request, body)],
                duration,
                cancellationToken,
                cores: cores,
                patience: request.Patience
            )
        );

    private static T WithBody<T>(LoadRequest request, string folder, Func<string?, T> run)
    {
        if (request.Body is null)
            return run(null);
        var body = Path.Combine(folder, $"body-{Path.GetRandomFileName()}.bin");
        try
        {
            File.WriteAllText(body, request.Body);
            return run(body);
        }
        finally
        {
            File.Delete(body);
        }
    }

    /// <summary>Reads a log: start in microseconds, status, duration in microseconds.</summary>
    internal static RequestTimes Create(
        IEnumerable<string> lines,
        double cores,
        Func<int, bool>? isGood = null,
        TimeSpan settling = default
    )
    {
        var requests = new List<(long Start, double Milliseconds)>();
        long failed = 0;
        foreach (var line in lines)
        {
            var fields = line.Split('\t');
            if (
                fields.Length < 3
                || !long.TryParse(fields[0], NumberStyles.None, CultureInfo.InvariantCulture, out var start)
                || !int.TryParse(fields[1], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var status)
                || !long.TryParse(fields[2], NumberStyles.None, CultureInfo.InvariantCulture, out var microseconds)
            )
                continue;
            requests.Add((start, microseconds / MicrosecondsOfMillisecond));
            if (!(isGood ?? LoadRequest.Get.IsGood)(status))
                failed++;
        }

        // They are in the order of their ends.
        var from = requests.Count == 0 ? 0 : requests.Min(request => request.Start) + (long)settling.TotalMicroseconds;
        var settled = requests.Where(request => request.Start >= from).ToArray();
        return new RequestTimes(
            [.. (settled.Length == 0 ? requests : settled.AsEnumerable()).Select(request => request.Milliseconds)],
            failed,
            cores
        )
        {
            Requests = requests.Count,
        };
    }

    /// <summary>Every digit: rounded to 0 it would not be paced at all.</summary>
    internal static string RateText(double requestsPerSecond) => requestsPerSecond.ToString("R", CultureInfo.InvariantCulture);

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static string[] Arguments(Uri url, int connections, int threads, string[] howMuch, LoadRequest request, string? body) =>
        [
            "--h1",
            "-c",
            Text(connections),
            "-t",
            Text(Math.Clamp(threads, 1, connections)),
            .. howMuch,
            .. request.H2LoadHeaders,
            .. body is null ? (string[])[] : ["-d", body],
            // By itself it sends GET, and POST with a body.
            .. request.Method == (body is null ? "GET" : "POST") ? (string[])[] : ["-H", $":method: {request.Method}"],
            url.AbsoluteUri,
        ];
}
