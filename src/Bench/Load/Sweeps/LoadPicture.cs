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
        var panels = new Panels(sweeps);
        // A .dat file has means only, and h2load fails at many connections. A mean must not be compared with a median.
        var hasPercentiles = sweeps
            .SelectMany(sweep => sweep.Levels)
            .All(level => level.Rounds.Count == 0 || level.Rounds.Any(round => round.ResponseTimes is not null));
        (Func<LoadLevel, LoadRound, double?> Figure, string Type)[] ofTimes = hasPercentiles
            ? [((_, round) => round.ResponseTimes?.P50, ""), ((_, round) => round.ResponseTimes?.P99, " late")]
            : [((level, round) => Mean(level, round), "")];
        double[] times =
        [
            .. sweeps
                .SelectMany(sweep => sweep.Levels)
                .SelectMany(level => level.Rounds.SelectMany(round => ofTimes.Select(curve => curve.Figure(level, round))))
                .OfType<double>()
                .Where(time => time > 0),
        ];
        var highest = Math.Max(1, sweeps.SelectMany(sweep => sweep.Levels).SelectMany(level => level.Rounds).Max(PerSecond));
        panels.Draw(
            (isGood ? "good requests/s (wrk)" : "requests/s (wrk)", ""),
            Linear(highest),
            value => value / highest,
            labels: times.Length == 0,
            ((_, round) => PerSecond(round), "")
        );
        if (times.Length > 0)
            panels.DrawTimes(
                hasPercentiles
                    ? (
                        $"response time{(isPaced ? " at the pace" : "")} in ms (h2load)",
                        "median (solid) and 99th percentile (dashed), log scale"
                    )
                    : ("mean response time in ms", "connections divided by requests/s, log scale"),
                times,
                ofTimes
            );
        panels.Draw(
            ("success rate in % (wrk)", ""),
            Linear(Whole),
            value => value / Whole,
            labels: true,
            ((_, round) => Whole * round.Throughput.Success, "")
        );
        return panels.End(title, isFile);

        static double? Mean(LoadLevel level, LoadRound round) =>
            round.Throughput.RequestsPerSecond is > 0 and var rate ? 1000 * level.Connections / rate : null;

        double PerSecond(LoadRound round) => isGood ? round.Throughput.GoodRequestsPerSecond : round.Throughput.RequestsPerSecond;
    }

    // Panels below each other, with one axis of connections.
    private sealed class Panels
    {
        private readonly Picture picture = new();
        private readonly IReadOnlyList<LoadRun> sweeps;
        private readonly int[] levels;
        private double top = Head;

        public Panels(IReadOnlyList<LoadRun> sweeps)
        {
            this.sweeps = sweeps;
            levels =
            [
                .. sweeps
                    .SelectMany(sweep => sweep.Levels)
                    .Where(level => level.Rounds.Count > 0)
                    .Select(level => level.Connections)
                    .Distinct()
                    .Order(),
            ];
        }

        private double X(int connections)
        {
            var (min, max) = (Math.Log(levels[0]), Math.Log(Math.Max(levels[^1], levels[0] + 1)));
            return Left + ((Right - Left) * (Math.Log(connections) - min) / (max - min));
        }

        /// <param name="height">From 0 to 1.</param>
        public void Draw(
            (string What, string How) about,
            IEnumerable<double> ticks,
            Func<double, double> height,
            bool labels,
            params (Func<LoadLevel, LoadRound, double?> Figure, string Type)[] curves
        )
        {
            var start = top;
            double Y(double value) => start + (Panel * (1 - height(value)));
            Title(picture, start, about.What, about.How);
            foreach (var tick in ticks)
                Grid(picture, Y(tick), tick);
            Levels(picture, levels, X, start, labels);
            foreach (var (figure, type) in curves)
                Curves(picture, sweeps, X, Y, figure, type);
            top += Panel + Head + Gap;
        }

        public void DrawTimes(
            (string What, string How) about,
            double[] times,
            (Func<LoadLevel, LoadRound, double?> Figure, string Type)[] curves
        )
        {
            // From tick to tick, so that the axis has at least two.
            var (shortest, longest) = (
                Decades(times.Min() / 10, times.Min()).Last(),
                Decades(times.Max(), times.Max() * 10).First(tick => tick > times.Min())
            );
            var (low, high) = (Math.Log(shortest), Math.Log(longest));
            Draw(about, Decades(shortest, longest), value => (Math.Log(value) - low) / (high - low), labels: true, curves);
        }

        public string End(string title, bool isFile)
        {
            var end = top - Head - Gap;
            picture.Label((Left + Right) / 2, end + 36, "connections, log scale", "middle small");
            return picture.End(Unreached(picture, sweeps, end + 46), title, isFile);
        }
    }

    // Returns the bottom of the picture.
    private static double Unreached(Picture picture, IReadOnlyList<LoadRun> sweeps, double top)
    {
        foreach (var sweep in sweeps)
        {
            int[] unreached = [.. sweep.Levels.Where(level => level.Rounds.Count == 0).Select(level => level.Connections)];
            if (unreached.Length == 0)
                continue;
            picture.Label(
                0,
                top + 8,
                RatioChart.Short(
                    $"{sweep.Name}, not reached: {string.Join(", ", unreached.Select(level => level.ToString(CultureInfo.InvariantCulture)))}",
                    MaxNoteLength
                ),
                "start small"
            );
            top += 18;
        }

        return top;
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
