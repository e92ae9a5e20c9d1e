using System.Globalization;

namespace Bench.Load;

// wrk is a closed-loop generator: each connection sends its next request when the answer has arrived.
internal static class Wrk
{
    private const string Mark = "bench-summary ";
    private const int FieldsOfSummary = 7;
    private static readonly Lock WritingScript = new();

    public static Throughput Run(
        IReadOnlyList<(Uri Url, int Connections)> parts,
        int threads,
        TimeSpan duration,
        string folder,
        CancellationToken cancellationToken,
        IReadOnlyList<int>? cores = null,
        LoadRequest? request = null,
        double? timeoutSeconds = null
    )
    {
        var own = request?.ToLua() ?? "";
        var script = Path.Combine(folder, own.Length == 0 ? "summary.lua" : "request.lua");
        // Several servers may be loaded at the same time with one script.
        lock (WritingScript)
        {
            if (!File.Exists(script))
                File.WriteAllText(script, own + Resource.Text("summary.lua"));
        }

        var run = Generator.Run(
            Tool.Wrk,
            parts.Select(part => Arguments(part.Url, part.Connections, threads, duration, script, request, timeoutSeconds)),
            duration,
            cancellationToken,
            cores: cores,
            patience: request?.Patience
        );
        long[][] summaries = [.. run.Outputs.Select(Read)];
        long Sum(int field) => summaries.Sum(summary => summary[field]);
        return new Throughput(
            Sum(0),
            summaries.Max(summary => summary[1]) / 1e6,
            new LoadErrors(Sum(2), Sum(3), Sum(4), Sum(5), Sum(6)),
            run.Cores,
            null
        );
    }

    // wrk gives each thread the same number of connections and drops the remainder, so the threads must divide the connections.
    internal static int ThreadsFor(int connections, int max)
    {
        var threads = Math.Clamp(max, 1, connections);
        while (connections % threads != 0)
            threads--;
        return threads;
    }

    internal static long[] Read(string output)
    {
        var line = output.Split('\n').FirstOrDefault(line => line.StartsWith(Mark, StringComparison.Ordinal))
            ?? throw new LoadException($"wrk printed no summary: {output.Split('\n')[0].Trim()}");
        long[] fields = [.. line[Mark.Length..].Split(' ').Select(field => long.Parse(field, CultureInfo.InvariantCulture))];
        return fields.Length == FieldsOfSummary ? fields : throw new LoadException("wrk's summary does not have the requested figures.");
    }

    internal static string[] Arguments(
        Uri url,
        int connections,
        int threads,
        TimeSpan duration,
        string script,
        LoadRequest? request,
        double? timeoutSeconds
    ) =>
        [
            "-c",
            connections.ToString(CultureInfo.InvariantCulture),
            "-t",
            ThreadsFor(connections, threads).ToString(CultureInfo.InvariantCulture),
            "-d",
            string.Create(CultureInfo.InvariantCulture, $"{Math.Ceiling(duration.TotalSeconds)}s"),
            .. timeoutSeconds is { } timeout
                ? (string[])["--timeout", string.Create(CultureInfo.InvariantCulture, $"{Math.Ceiling(timeout)}s")]
                : [],
            "-s",
            script,
            .. request?.WrkHeaders ?? [],
            url.AbsoluteUri,
        ];
}
