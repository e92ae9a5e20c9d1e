using System.Globalization;
using Bench.Reports;

namespace Bench.Load;

// Throughput, response time and success rate over the number of connections, each with the range of its rounds.
internal static class LoadPicture
{
    // More curves in one picture cannot be distinguished.
    public const int MaxSeries = 4;

    private const double Whole = 100;
    private const double Left = 64;
    private const double Right = 300;
    private const double Panel = 160;
    private const double Head = 40;
    private const double Gap = 24;
    private const double MinBetweenLabels = 44;

    // The names of curves are at their ends, and must not overlap.
    private const double MinBetweenNames = 16;
    private const int MaxNameLength = 15;
    private const int MaxNoteLength = 60;

    public static bool HasPoints(LoadRun sweep) => sweep.Levels.Any(level => level.Rounds.Count > 0);

    /// <param name="isPaced">
    /// Use response times at a pace instead of full speed. Throughput is then that of good answers, as on the page of the matrix.
    /// </param>
    /// <param name="isCompared">Use the throughput of good answers, by which sweeps are compared.</param>
    public static string Render(string title, IReadOnlyList<LoadRun> sweeps, bool isFile, bool isPaced = false, bool isCompared = false)
    {
        var isGood = isPaced || isCompared;
        var picture = new Picture();
        var levels = sweeps
            .SelectMany(sweep => sweep.Levels)
            .Where(level => level.Rounds.Count > 0)
            .Select(level => level.Connections)
            .Distinct()
            .Order()
            .ToArray();
        var (min, max) = (Math.Log(levels[0]), Math.Log(Math.Max(levels[^1], levels[0] + 1)));
        double X(int connections) => Left + ((Right - Left) * (Math.Log(connections) - min) / (max - min));

        var top = Head;
        var highest = Math.Max(1, sweeps.SelectMany(sweep => sweep.Levels).SelectMany(level => level.Rounds).Max(PerSecond));
        double Rate(double value) => top + (Panel * (1 - (value / highest)));
        Title(picture, top, isGood ? "good requests/s (wrk)" : "requests/s (wrk)", "");
        foreach (var tick in Linear(highest))
            Grid(picture, Rate(tick), tick);
        // A .dat file has means only, and h2load fails at many connections. A mean must not be compared with a median.
        var hasPercentiles = sweeps
            .SelectMany(sweep => sweep.Levels)
            .All(level => level.Rounds.Count == 0 || level.Rounds.Any(round => round.ResponseTimes is not null));
        (Func<LoadLevel, LoadRound, double?> Figure, string Type)[] curves = hasPercentiles
            ? [((_, round) => round.ResponseTimes?.P50, ""), ((_, round) => round.ResponseTimes?.P99, " late")]
            : [((level, round) => Mean(level, round), "")];
        var times = sweeps
            .SelectMany(sweep => sweep.Levels)
            .SelectMany(level => level.Rounds.SelectMany(round => curves.Select(curve => curve.Figure(level, round))))
            .OfType<double>()
            .Where(time => time > 0)
            .ToArray();
        Levels(picture, levels, X, top, labels: times.Length == 0);
        Curves(picture, sweeps, X, Rate, (_, round) => PerSecond(round));

        if (times.Length > 0)
        {
            top += Panel + Head + Gap;
            // From tick to tick, so that the axis has at least two.
            var (shortest, highestTime) = (
                Decades(times.Min() / 10, times.Min()).Last(),
                Decades(times.Max(), times.Max() * 10).First(tick => tick > times.Min())
            );
            var (lowest, longest) = (Math.Log(shortest), Math.Log(highestTime));
            double Time(double value) => top + (Panel * (1 - ((Math.Log(value) - lowest) / (longest - lowest))));
            if (hasPercentiles)
                Title(
                    picture,
                    top,
                    $"response time{(isPaced ? " at the pace" : "")} in ms (h2load)",
                    "median (solid) and 99th percentile (dashed), log scale"
                );
            else
                Title(picture, top, "mean response time in ms", "connections divided by requests/s, log scale");
            foreach (var tick in Decades(shortest, highestTime))
                Grid(picture, Time(tick), tick);
            Levels(picture, levels, X, top, labels: true);
            foreach (var (figure, type) in curves)
                Curves(picture, sweeps, X, Time, figure, type);
        }

        top += Panel + Head + Gap;
        double Share(double value) => top + (Panel * (1 - value));
        Title(picture, top, "success rate in % (wrk)", "");
        foreach (var tick in Linear(Whole))
            Grid(picture, Share(tick / Whole), tick);
        Levels(picture, levels, X, top, labels: true);
        Curves(picture, sweeps, X, Share, (_, round) => round.Throughput.Success);

        picture.Label((Left + Right) / 2, top + Panel + 36, "connections, log scale", "middle small");
        var bottom = top + Panel + 46;
        foreach (var sweep in sweeps)
        {
            int[] unreached = [.. sweep.Levels.Where(level => level.Rounds.Count == 0).Select(level => level.Connections)];
            if (unreached.Length == 0)
                continue;
            picture.Label(
                0,
                bottom + 8,
                RatioChart.Short(
                    $"{sweep.Name}, not reached: {string.Join(", ", unreached.Select(level => level.ToString(CultureInfo.InvariantCulture)))}",
                    MaxNoteLength
                ),
                "start small"
            );
            bottom += 18;
        }

        return picture.End(bottom, title, isFile);

        static double? Mean(LoadLevel level, LoadRound round) =>
            round.Throughput.RequestsPerSecond is > 0 and var rate ? 1000 * level.Connections / rate : null;

        double PerSecond(LoadRound round) => isGood ? round.Throughput.GoodRequestsPerSecond : round.Throughput.RequestsPerSecond;
    }

    private static void Title(Picture picture, double top, string what, string how)
    {
        picture.Label(0, top - (how.Length == 0 ? 12 : 26), what, "start group");
        if (how.Length > 0)
            picture.Label(0, top - 10, how, "start small");
    }

    private static string Series(int index) => string.Create(CultureInfo.InvariantCulture, $"s{index}");

    private static void Grid(Picture picture, double y, double value)
    {
        picture.Line(Left, y, Right, y, "grid");
        picture.Label(Left - 8, y + 4, value.ToString(value < 1000 ? "0.##" : "# ##0", CultureInfo.InvariantCulture), "end small");
    }

    private static void Levels(Picture picture, int[] levels, Func<int, double> x, double top, bool labels)
    {
        var last = double.NegativeInfinity;
        foreach (var level in levels)
        {
            picture.Line(x(level), top, x(level), top + Panel, "grid");
            if (!labels || x(level) - last < MinBetweenLabels)
                continue;
            picture.Label(x(level), top + Panel + 16, level.ToString(CultureInfo.InvariantCulture), "middle small");
            last = x(level);
        }
    }

    private static void Curves(
        Picture picture,
        IReadOnlyList<LoadRun> sweeps,
        Func<int, double> x,
        Func<double, double> y,
        Func<LoadLevel, LoadRound, double?> figure,
        string type = ""
    )
    {
        var ends = new List<(double Y, string Name, string Series)>();
        for (var i = 0; i < sweeps.Count; i++)
        {
            if (Curve(picture, sweeps[i], x, y, figure, Series(i), type) is { } end)
                ends.Add((end, sweeps[i].Name, Series(i)));
        }

        // A dashed curve has the colour of the solid one.
        if (sweeps.Count == 1 || type.Length > 0)
            return;
        var last = double.NegativeInfinity;
        foreach (var (end, name, series) in ends.OrderBy(end => end.Y))
        {
            last = Math.Max(end, last + MinBetweenNames);
            picture.Label(Right + 10, last + 5, RatioChart.Short(name, MaxNameLength), $"start {series}");
        }
    }

    // Returns the height of the curve's end, or null if it has no point.
    private static double? Curve(
        Picture picture,
        LoadRun sweep,
        Func<int, double> x,
        Func<double, double> y,
        Func<LoadLevel, LoadRound, double?> figure,
        string series,
        string type
    )
    {
        var points = new List<(double X, double Y)>();
        foreach (var level in sweep.Levels)
        {
            double[] rounds = [.. level.Rounds.Select(round => figure(level, round)).OfType<double>()];
            if (rounds.Length == 0)
                continue;
            if (rounds.Length > 1)
                picture.Line(x(level.Connections), y(rounds.Min()), x(level.Connections), y(rounds.Max()), series);
            points.Add((x(level.Connections), y(MathNet.Numerics.Statistics.Statistics.Median(rounds))));
        }

        if (points.Count == 0)
            return null;
        picture.Curve(points, series + type);
        foreach (var (px, py) in points)
            picture.Dot(px, py, $"dot {series}", 3);
        return points[^1].Y;
    }

    // Steps of 1, 2 or 5 times a power of ten, with at most six ticks.
    private static IEnumerable<double> Linear(double highest)
    {
        var decade = Math.Pow(10, Math.Floor(Math.Log10(highest)));
        var step = new[] { decade / 5, decade / 2, decade, 2 * decade }.First(step => highest / step <= 5.5);
        for (var tick = 0.0; tick <= highest; tick += step)
            yield return tick;
    }

    private static IEnumerable<double> Decades(double lowest, double highest)
    {
        // A little more, because of rounding errors.
        (lowest, highest) = (lowest * 0.999999, highest * 1.000001);
        for (var decade = Math.Pow(10, Math.Floor(Math.Log10(lowest))); decade <= highest; decade *= 10)
        {
            foreach (var tick in new[] { decade, 2 * decade, 5 * decade })
            {
                if (tick >= lowest && tick <= highest)
                    yield return tick;
            }
        }
    }
}
