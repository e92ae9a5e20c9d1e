using System.Globalization;
using System.Text.RegularExpressions;

namespace Bench.Load;

/// <summary>
/// Response times by h2load over HTTP/1.1, whose log has a line a request, so that percentiles are counted and not estimated.
/// </summary>
internal static partial class H2Load
{
    private const double MicrosecondsOfSecond = 1e6;

    /// <summary>By then each connection of a closed loop has its first answer: a slice has ten of each and more.</summary>
    private const int PartsOfStart = 10;

    /// <summary>Of less than this part of the time a figure would say little.</summary>
    private const int PartsOfOverlap = 4;

    /// <summary>h2load counts its time from before it connects.</summary>
    private static readonly TimeSpan ToConnect = TimeSpan.FromMilliseconds(25);

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
        var connections = parts.Sum(part => part.Connections);
        LoadPart[] sent = [.. parts.Select(part => new LoadPart(part.Url, part.Connections, request))];
        double[]? rates = rate is { } all ? [.. sent.Select(part => all / connections * part.Connections)] : null;
        var (logs, generator) = Logs(sent, threads, duration, folder, rates, cores, cancellationToken);
        return Create([.. logs.SelectMany(log => log)], generator, settling);
    }

    /// <summary>
    /// Loads each part by a process of its own, all at the same time, each request at its rate. Times are of what begins after all have
    /// settled; whatever is answered is a request.
    /// </summary>
    /// <param name="rates">Requests/s of each part.</param>
    /// <returns>Those of each part, in their order.</returns>
    public static IReadOnlyList<RequestTimes> Paced(
        IReadOnlyList<LoadPart> parts,
        IReadOnlyList<double> rates,
        int threads,
        TimeSpan duration,
        string folder,
        IReadOnlyList<int>? cores,
        TimeSpan settling,
        CancellationToken cancellationToken
    )
    {
        var (logs, generator) = Logs(parts, threads, duration, folder, rates, cores, cancellationToken);
        var from = logs.Where(log => log.Count > 0).Select(log => log.Min(request => request.Start)).DefaultIfEmpty(0).Max();
        return [.. logs.Select(log => Create(log, generator, settling, from))];
    }

    /// <summary>
    /// Loads each part by a process of its own, all at the same time, each connection in a closed loop. What is counted is answered while
    /// all of them are loaded, by the system's clock in their logs: processes neither start nor end together.
    /// </summary>
    /// <returns>Those of each part, in their order.</returns>
    public static IReadOnlyList<RequestLoad> ClosedLoops(
        IReadOnlyList<LoadPart> parts,
        int threads,
        TimeSpan duration,
        string folder,
        IReadOnlyList<int>? cores,
        CancellationToken cancellationToken
    )
    {
        var (logs, generator) = Logs(parts, threads, duration, folder, null, cores, cancellationToken);
        var (from, to) = Overlap(logs, TimeSpan.FromSeconds(Math.Ceiling(duration.TotalSeconds)));
        return
        [
            .. logs.Select(log =>
                RequestLoad.Of(
                    [.. log.Where(request => request.End >= from && request.End < to)],
                    (to - from) / MicrosecondsOfSecond,
                    generator
                )
            ),
        ];
    }

    /// <summary>When all are loaded, in microseconds: after some answers of the last that starts, and before the first that ends.</summary>
    internal static (long From, long To) Overlap(IReadOnlyList<IReadOnlyList<LoggedRequest>> logs, TimeSpan duration)
    {
        long[] starts = [.. logs.Where(log => log.Count > 0).Select(log => log.Min(request => request.Start))];
        var time = (long)duration.TotalMicroseconds;
        if (starts.Length == 0)
            return (0, time);
        var (from, to) = (starts.Max() + (time / PartsOfStart), starts.Min() + time - (long)ToConnect.TotalMicroseconds);
        return to - from >= time / PartsOfOverlap
            ? (from, to)
            : throw new StuckGeneratorException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"the requests were all loaded for {Math.Max(0, to - from) / MicrosecondsOfSecond:0.00} of {duration.TotalSeconds:0} s: their generators start too slowly one after the other. Load fewer requests, or for longer (sliceSeconds, durationSeconds)."
                )
            );
    }

    // The log of each part, and how many cores the generators kept busy.
    private static (IReadOnlyList<IReadOnlyList<LoggedRequest>> Logs, double Cores) Logs(
        IReadOnlyList<LoadPart> parts,
        int threads,
        TimeSpan duration,
        string folder,
        IReadOnlyList<double>? rates,
        IReadOnlyList<int>? cores,
        CancellationToken cancellationToken
    )
    {
        // Another server may be loaded at the same time.
        string[] files = [.. parts.Select(_ => Path.Combine(folder, $"requests-{Path.GetRandomFileName()}.log"))];
        try
        {
            var run = WithBodies(parts, folder, bodies =>
                Generator.Run(
                    Tool.H2Load,
                    parts.Select((part, i) => Arguments(part, threads, Timed(i), bodies[i])),
                    duration,
                    cancellationToken,
                    cores: cores,
                    patience: parts[0].Request.Patience
                )
            );
            var logs = files.Zip(parts, (file, part) => Read(File.ReadLines(file), part.Request)).ToArray();
            EnsureIsWhole(run.Outputs, logs.Sum(log => log.Count), parts.Sum(part => part.Connections), folder);
            return (logs, run.Cores);
        }
        finally
        {
            foreach (var file in files)
                File.Delete(file);
        }

        string[] Timed(int part) =>
            [
                "-D",
                string.Create(CultureInfo.InvariantCulture, $"{Math.Ceiling(duration.TotalSeconds)}"),
                "--log-file",
                files[part],
                .. rates is null ? (string[])[] : ["--rps", RateText(rates[part] / parts[part].Connections)],
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
        IReadOnlyList<LoadPart> parts,
        int threads,
        TimeSpan duration,
        string folder,
        CancellationToken cancellationToken,
        IReadOnlyList<int>? cores
    ) =>
        WithBodies(parts, folder, bodies =>
            Generator.Run(
                Tool.H2Load,
                parts.Select((part, i) => Arguments(part, threads, ["-n", Text(part.Connections)], bodies[i])),
                duration,
                cancellationToken,
                cores: cores,
                patience: parts[0].Request.Patience
            )
        );

    private static T WithBodies<T>(IReadOnlyList<LoadPart> parts, string folder, Func<IReadOnlyList<string?>, T> run)
    {
        string?[] bodies =
        [
            .. parts.Select(part => part.Request.Body is null ? null : Path.Combine(folder, $"body-{Path.GetRandomFileName()}.bin")),
        ];
        try
        {
            foreach (var (part, file) in parts.Zip(bodies))
            {
                if (file is not null)
                    File.WriteAllText(file, part.Request.Body);
            }

            return run(bodies);
        }
        finally
        {
            foreach (var file in bodies.OfType<string>())
                File.Delete(file);
        }
    }

    /// <summary>Reads a log: start in microseconds, status, duration in microseconds.</summary>
    internal static IReadOnlyList<LoggedRequest> Read(IEnumerable<string> lines, LoadRequest request)
    {
        var requests = new List<LoggedRequest>();
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
            requests.Add(new LoggedRequest(start, microseconds, request.IsGood(status)));
        }

        return requests;
    }

    /// <param name="from">When the first one began, of all that are loaded at the same time; null for the first of these.</param>
    internal static RequestTimes Create(IReadOnlyList<LoggedRequest> requests, double cores, TimeSpan settling = default, long? from = null)
    {
        // They are in the order of their ends.
        var begin = requests.Count == 0 ? 0 : (from ?? requests.Min(request => request.Start)) + (long)settling.TotalMicroseconds;
        var settled = requests.Where(request => request.Start >= begin).ToArray();
        return new RequestTimes(
            [.. (settled.Length == 0 ? requests : settled).Select(request => request.Milliseconds)],
            requests.Count(request => !request.IsGood),
            cores
        )
        {
            Requests = requests.Count,
        };
    }

    /// <summary>Every digit: rounded to 0 it would not be paced at all.</summary>
    internal static string RateText(double requestsPerSecond) => requestsPerSecond.ToString("R", CultureInfo.InvariantCulture);

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static string[] Arguments(LoadPart part, int threads, string[] howMuch, string? body) =>
        [
            "--h1",
            "-c",
            Text(part.Connections),
            "-t",
            Text(Math.Clamp(threads, 1, part.Connections)),
            .. howMuch,
            .. part.Request.H2LoadHeaders,
            .. body is null ? (string[])[] : ["-d", body],
            // By itself it sends GET, and POST with a body.
            .. part.Request.Method == (body is null ? "GET" : "POST") ? (string[])[] : ["-H", $":method: {part.Request.Method}"],
            part.Url.AbsoluteUri,
        ];
}
