using System.Globalization;
using Bench.Reports;

namespace Bench.Load;

// Throughput, response time and success rate over the number of connections, each with the range of its rounds.
internal sealed class LoadPicture
{
    // More curves in one picture cannot be distinguished.
    public const int MaxSeries = 4;

    private const double Whole = 100;
    private const double Left = 70;
    private const double Right = 740;
    private const double Height = 200;
    private const double Head = 28;
    private const double Gap = 34;
    private const double MinBetweenLabels = 44;
    private const int MaxLegendLength = 100;

    private readonly Picture picture = new();
    private readonly IReadOnlyList<LoadRun> sweeps;
    private readonly LoadLevel[] all;
    private readonly int[] levels;
    private double top = 16;

    private LoadPicture(IReadOnlyList<LoadRun> sweeps)
    {
        this.sweeps = sweeps;
        all = [.. sweeps.SelectMany(sweep => sweep.Levels).Where(level => level.Rounds.Count > 0)];
        levels = [.. all.Select(level => level.Connections).Distinct().Order()];
    }

    public static bool HasPoints(LoadRun sweep) => sweep.Levels.Any(level => level.Rounds.Count > 0);

    /// <param name="isPaced">
    /// Use response times at a pace instead of full speed. Throughput is then that of good answers, as on the page of the matrix.
    /// </param>
    /// <param name="isCompared">Use the throughput of good answers, by which sweeps are compared.</param>
    public static string Render(string title, IReadOnlyList<LoadRun> sweeps, bool isFile, bool isPaced = false, bool isCompared = false) =>
        new LoadPicture(sweeps).Render(title, isFile, isPaced, isPaced || isCompared);

    private string Render(string title, bool isFile, bool isPaced, bool isGood)
    {
        Legend();
        // A .dat file has means only, and h2load fails at many connections. A mean must not be compared with a median.
        var hasPercentiles = Array.TrueForAll(all, level => level.Rounds.Any(round => round.ResponseTimes is not null));
        (Func<LoadLevel, LoadRound, double?> Figure, string Type)[] curves = hasPercentiles
            ? [((_, round) => round.ResponseTimes?.P50, ""), ((_, round) => round.ResponseTimes?.P99, " late")]
            : [(Mean, "")];
        double[] times =
        [
            .. all.SelectMany(level => level.Rounds.SelectMany(round => curves.Select(curve => curve.Figure(level, round))))
                .OfType<double>()
                .Where(time => time > 0),
        ];
        var highest = Math.Max(1, all.SelectMany(level => level.Rounds).Max(PerSecond));
        Panel(
            isGood ? "good requests/s (wrk)" : "requests/s (wrk)",
            Linear(highest),
            rate => rate / highest,
            [((_, round) => PerSecond(round), "")],
            isLabelled: times.Length == 0
        );
        if (times.Length > 0)
        {
            // From tick to tick, so that the axis has at least two.
            var (first, last) = (
                Decades(times.Min() / 10, times.Min()).Last(),
                Decades(times.Max(), times.Max() * 10).First(tick => tick > times.Min())
            );
            var (shortest, longest) = (Math.Log(first), Math.Log(last));
            Panel(
                hasPercentiles
                    ? $"response time{(isPaced ? " at the pace" : "")} in ms: median (solid) and 99th percentile (dashed), with h2load"
                    : "mean response time in ms: connections / requests/s",
                Decades(first, last),
                time => (Math.Log(time) - shortest) / (longest - shortest),
                curves
            );
        }

        Panel("success rate in % (wrk)", Linear(Whole), share => share / Whole, [((_, round) => Whole * round.Throughput.Success, "")]);
        return picture.End(Foot(), title, isFile);

        double PerSecond(LoadRound round) => isGood ? round.Throughput.GoodRequestsPerSecond : round.Throughput.RequestsPerSecond;
    }

    private static double? Mean(LoadLevel level, LoadRound round) =>
        round.Throughput.RequestsPerSecond is > 0 and var rate ? 1000 * level.Connections / rate : null;

    private void Legend()
    {
        for (var i = 0; i < sweeps.Count; i++, top += 18)
        {
            picture.Line(Left, top - 4, Left + 24, top - 4, Series(i));
            picture.Label(Left + 32, top, RatioChart.Short($"{sweeps[i].Name}: {sweeps[i].Target}", MaxLegendLength), $"start {Series(i)}");
        }

        top += Head;
    }

    private void Panel(
        string label,
        IEnumerable<double> ticks,
        Func<double, double> share,
        (Func<LoadLevel, LoadRound, double?> Figure, string Type)[] curves,
        bool isLabelled = true
    )
    {
        picture.Label(0, top - 10, label, "start group");
        foreach (var tick in ticks)
            Grid(Y(tick), tick);
        Verticals(isLabelled);
        for (var i = 0; i < sweeps.Count; i++)
        {
            foreach (var (figure, type) in curves)
                Curve(sweeps[i], Y, figure, Series(i) + type);
        }

        top += Height + Head + Gap;

        double Y(double value) => top + (Height * (1 - share(value)));
    }

    // The label of the axis, and levels without figures. Returns the lower end.
    private double Foot()
    {
        var bottom = top - Head - Gap;
        picture.Label((Left + Right) / 2, bottom + 34, "connections", "middle small");
        bottom += 44;
        foreach (var sweep in sweeps)
        {
            int[] unreached = [.. sweep.Levels.Where(level => level.Rounds.Count == 0).Select(level => level.Connections)];
            if (unreached.Length == 0)
                continue;
            picture.Label(
                Left,
                bottom + 8,
                RatioChart.Short(
                    FormattableString.Invariant($"{sweep.Name}, not reached: {string.Join(", ", unreached)}"),
                    MaxLegendLength
                ),
                "start small"
            );
            bottom += 18;
        }

        return bottom;
    }

    private double X(int connections)
    {
        var (min, max) = (Math.Log(levels[0]), Math.Log(Math.Max(levels[^1], levels[0] + 1)));
        return Left + ((Right - Left) * (Math.Log(connections) - min) / (max - min));
    }

    private static string Series(int index) => string.Create(CultureInfo.InvariantCulture, $"s{index}");

    private void Grid(double y, double value)
    {
        picture.Line(Left, y, Right, y, "grid");
        picture.Label(Left - 8, y + 4, value.ToString(value < 1000 ? "0.##" : "# ##0", CultureInfo.InvariantCulture), "end small");
    }

    private void Verticals(bool isLabelled)
    {
        var last = double.NegativeInfinity;
        foreach (var level in levels)
        {
            picture.Line(X(level), top, X(level), top + Height, "grid");
            if (!isLabelled || X(level) - last < MinBetweenLabels)
                continue;
            picture.Label(X(level), top + Height + 16, level.ToString(CultureInfo.InvariantCulture), "middle small");
            last = X(level);
        }
    }

    private void Curve(LoadRun sweep, Func<double, double> y, Func<LoadLevel, LoadRound, double?> figure, string type)
    {
        var points = new List<(double X, double Y)>();
        foreach (var level in sweep.Levels)
        {
            double[] rounds = [.. level.Rounds.Select(round => figure(level, round)).OfType<double>()];
            if (rounds.Length == 0)
                continue;
            if (rounds.Length > 1)
                picture.Line(X(level.Connections), y(rounds.Min()), X(level.Connections), y(rounds.Max()), type.Split(' ')[0]);
            points.Add((X(level.Connections), y(MathNet.Numerics.Statistics.Statistics.Median(rounds))));
        }

        if (points.Count == 0)
            return;
        picture.Curve(points, type);
        foreach (var (px, py) in points)
            picture.Dot(px, py, "dot " + type.Split(' ')[0]);
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
