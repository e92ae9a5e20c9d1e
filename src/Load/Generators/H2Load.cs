using System.Globalization;

namespace Bench.Load;

/// <summary>
/// Response times by h2load over HTTP/1.1, whose log has a line a request, so that percentiles are counted and not estimated.
/// </summary>
internal static class H2Load
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
        var body = request.Body is null ? null : Path.Combine(folder, $"body-{Path.GetRandomFileName()}.bin");
        try
        {
            if (body is not null)
                File.WriteAllText(body, request.Body);
            var run = Generator.Run(
                Tool.H2Load,
                parts.Select(
                    (part, i) =>
                        Arguments(
                            part.Url,
                            part.Connections,
                            threads,
                            duration,
                            logs[i],
                            rate / parts.Sum(one => one.Connections),
                            request,
                            body
                        )
                ),
                duration,
                cancellationToken,
                cores: cores
            );
            return Create(logs.SelectMany(File.ReadLines), run.Cores, request.IsGood, settling);
        }
        finally
        {
            foreach (var file in body is null ? logs : [.. logs, body])
                File.Delete(file);
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

    private static string[] Arguments(
        Uri url,
        int connections,
        int threads,
        TimeSpan duration,
        string log,
        double? rate,
        LoadRequest request,
        string? body
    ) =>
        [
            "--h1",
            "-c",
            connections.ToString(CultureInfo.InvariantCulture),
            "-t",
            Math.Clamp(threads, 1, connections).ToString(CultureInfo.InvariantCulture),
            "-D",
            string.Create(CultureInfo.InvariantCulture, $"{Math.Ceiling(duration.TotalSeconds)}"),
            "--log-file",
            log,
            .. rate is { } each ? (string[])["--rps", RateText(each)] : [],
            .. request.HeaderArguments,
            .. body is null ? (string[])[] : ["-d", body],
            // By itself it sends GET, and POST with a body.
            .. request.Method == (body is null ? "GET" : "POST") ? (string[])[] : ["-H", $":method: {request.Method}"],
            url.AbsoluteUri,
        ];
}
