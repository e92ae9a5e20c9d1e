using System.Globalization;
using System.Text.RegularExpressions;

namespace Bench.Load;

// h2load sends HTTP/1.1 here. Its log has one line per request, so percentiles are counted and not estimated.
internal static partial class H2Load
{
    private const double MicrosecondsOfSecond = 1e6;

    // A tenth of the time: a slice has ten or more answers per connection, so each connection has its first answer by then.
    private const int PartsOfStart = 10;

    // An overlap of less than a quarter of the time is too short for a figure.
    private const int PartsOfOverlap = 4;

    // h2load starts its clock before it connects.
    private static readonly TimeSpan ToConnect = TimeSpan.FromMilliseconds(25);

    /// <param name="settling">
    /// Time at the start in which all connections open and send at once. Requests that begin in it count, but their response times do not.
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

    // Runs one process per part, all at the same time. Response times count from the moment when the last process has settled; every
    // answer counts as a request.
    /// <param name="rates">Requests/s of each part.</param>
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

    // Runs one process per part, all at the same time. Only answers while all parts are loaded count, because the processes neither start
    // nor end together. The logs have the system's clock.
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

    // Time in which all parts are loaded, in microseconds. It begins after some answers of the part that starts last, and ends before the
    // first part ends.
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
                    $"all requests were loaded at the same time for only {Math.Max(0, to - from) / MicrosecondsOfSecond:0.00} of {duration.TotalSeconds:0} s, because their generators started too slowly. Use fewer requests, or increase sliceSeconds or durationSeconds."
                )
            );
    }

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
        // A random name, because another server may be loaded at the same time.
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

    // A full disk truncates the log, and h2load does not fail. Up to one answer per connection may arrive too late for the log.
    internal static void EnsureIsWhole(IEnumerable<string> outputs, long logged, int connections, string folder)
    {
        var done = outputs
            .Select(output => Done().Match(output))
            .Where(match => match.Success)
            .Sum(match => long.Parse(match.Groups[1].ValueSpan, CultureInfo.InvariantCulture));
        if (logged < done - connections)
            throw new LoadException(
                FormattableString.Invariant(
                    $"only {logged} of {done} responses are in the log of h2load. Check for free space in {folder}."
                )
            );
    }

    [GeneratedRegex(@"^requests: .* (\d{1,18}) done", RegexOptions.Multiline | RegexOptions.CultureInvariant)]
    private static partial Regex Done();

    // Sends one request on each connection. The duration is a limit.
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

    // Fields of a line: start in microseconds, status, duration in microseconds.
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

    /// <param name="from">When the first of all concurrent requests began, in microseconds; null for the first of these.</param>
    internal static RequestTimes Create(IReadOnlyList<LoggedRequest> requests, double cores, TimeSpan settling = default, long? from = null)
    {
        // The log is in the order of the ends, so its first line need not be the first start.
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

    // All digits: a rate rounded to 0 would switch pacing off.
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
            // h2load sends GET without a body and POST with one.
            .. part.Request.Method == (body is null ? "GET" : "POST") ? (string[])[] : ["-H", $":method: {part.Request.Method}"],
            part.Url.AbsoluteUri,
        ];
}
