namespace Bench.Reports;

// Ratios of variants to their baseline, one line per variant, all on one logarithmic scale. The picture fits on a phone.
internal static class RatioChart
{
    private const double MinLeft = 156;
    private const double Right = 312;
    private const double Row = 20;
    private const double Heading = 26;
    private const double Top = 4;
    private const int MaxNameLength = 20;
    private const int MaxHeadingLength = 52;

    // A picture of a question with more lines cannot be taken in at a glance.
    private const int MaxVariants = 12;

    // The letters of a name, in a wide font.
    private const double MaxWidthOfLetter = 8.4;
    private const double AfterName = 12;

    // The average width of a letter in a label of the axis.
    private const double WidthOfLetter = 7.5;
    private const double MinBetweenTicks = 6;

    // Larger ratios are drawn at the edge. Otherwise one variant that takes a thousand times as long would make all others look the same.
    private const double Reach = 20;

    private static readonly double[] Ticks = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20];
    private static readonly double[] FineTicks = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 2.5];

    // A heading and the intervals for each comparison group.
    public static string Render(string title, IReadOnlyList<ReportedCategory> categories, bool isFile) =>
        Draw(
            title,
            categories,
            [
                .. categories.Select(category => new Lines(
                    category.Question,
                    [.. category.Alternatives.Select(alternative => new Line(alternative.Name, [new Point(category, alternative)]))]
                )),
            ],
            isFile
        );

    // One line per variant with a dot for each comparison group, best first. It shows no intervals.
    public static string RenderTogether(string title, IReadOnlyList<ReportedCategory> categories)
    {
        var variants = categories
            .SelectMany(category => category.Alternatives, (category, alternative) => new Point(category, alternative))
            .Where(point => point.Alternative.Ratio is not null)
            .GroupBy(point => point.Alternative.Name, StringComparer.Ordinal)
            .OrderBy(points => points.Average(point => Math.Log(point.Alternative.Ratio!.Value) * (point.Category.IsMoreBetter ? -1 : 1)))
            .Take(MaxVariants);
        return Draw(title, categories, [new Lines(null, [.. variants.Select(points => new Line(points.Key, [.. points]))])], isFile: false);
    }

    private static string Draw(string title, IReadOnlyList<ReportedCategory> categories, IReadOnlyList<Lines> groups, bool isFile)
    {
        var picture = new Picture();
        var points = groups.SelectMany(group => group.All).SelectMany(line => line.Points).ToArray();
        var isWithIntervals = groups.SelectMany(group => group.All).All(line => line.Points.Count == 1);
        double[] values =
        [
            .. points
                .SelectMany(point =>
                    isWithIntervals
                        ? [point.Alternative.Ratio, point.Alternative.Interval?.Lower, point.Alternative.Interval?.Upper]
                        : new[] { point.Alternative.Ratio }
                )
                .OfType<double>()
                .Select(Clamp),
        ];
        var (lowest, highest) = (
            Math.Log(Math.Min(0.9, values.DefaultIfEmpty(1).Min())),
            Math.Log(Math.Max(1.1, values.DefaultIfEmpty(1).Max()))
        );
        var left = groups
            .SelectMany(group => group.All)
            .Select(line => (Short(line.Name, MaxNameLength).Length * MaxWidthOfLetter) + AfterName)
            .Append(MinLeft)
            .Max();
        double X(double ratio) => left + ((Right - left) * (Math.Log(Clamp(ratio)) - lowest) / (highest - lowest));

        var ticks = FittingTicks(lowest, highest, X);
        var y = Top;
        foreach (var group in groups)
        {
            if (group.Name is { } name)
            {
                picture.Label(0, y + 18, Short(name, MaxHeadingLength), "start group");
                y += Heading;
            }

            foreach (var (tick, _) in ticks)
                picture.Line(X(tick), y, X(tick), y + (Row * group.All.Count), tick == 1 ? "one" : "grid");
            foreach (var line in group.All)
            {
                picture.Label(left - AfterName, y + (Row / 2) + 5, Short(line.Name, MaxNameLength), "end");
                Draw(picture, line, y + (Row / 2), X);
                y += Row;
            }
        }

        foreach (var (tick, label) in ticks)
            picture.Label(X(tick), y + 16, label, "middle small");
        var isMoreBetter = categories.Any(category => category.IsMoreBetter);
        string[] references = [.. categories.Select(category => category.Reference).Distinct(StringComparer.Ordinal)];
        picture.Label(
            (left + Right) / 2,
            y + 34,
            $"{(isMoreBetter ? "throughput" : "time")} relative to {(references is [var only] && only.Length > 0 ? Short(only, MaxNameLength) : "the baseline")}",
            "middle small"
        );
        picture.Label((left + Right) / 2, y + 50, $"{(isMoreBetter ? "higher" : "lower")} is better, log scale", "middle small");
        return picture.End(y + 56, title, isFile);
    }

    // The tick at 1 has priority, because all ratios are read against it.
    private static IReadOnlyList<(double Tick, string Label)> FittingTicks(double lowest, double highest, Func<double, double> x)
    {
        var fitting = new List<(double Tick, string Label)>();
        foreach (
            var tick in (highest - lowest < Math.Log(4) ? FineTicks : Ticks)
                .Where(tick => Math.Log(tick) >= lowest && Math.Log(tick) <= highest)
                .OrderBy(tick => tick == 1 ? 0 : 1)
        )
        {
            var label = FormattableString.Invariant($"{tick}x");
            if (
                fitting.TrueForAll(other =>
                    Math.Abs(x(tick) - x(other.Tick)) >= ((label.Length + other.Label.Length) * WidthOfLetter / 2) + MinBetweenTicks
                )
            )
                fitting.Add((tick, label));
        }

        return fitting;
    }

    private static void Draw(Picture picture, Line line, double y, Func<double, double> x)
    {
        Point[] measured = [.. line.Points.Where(point => point.Alternative.Ratio is not null)];
        if (measured.Length == 0)
        {
            picture.Label(Right + 8, y + 5, "no figure", "start small");
            return;
        }

        if (line.Points is [{ Alternative.Interval: var (lower, upper) }])
            picture.Interval(x(lower), x(upper), y, "span");
        foreach (var (category, alternative) in measured)
            picture.Dot(
                x(alternative.Ratio!.Value),
                y,
                alternative == category.Alternatives[0] ? "dot best"
                    : category.IsSignificantlyDifferent(alternative) ? "dot"
                    : "open",
                title: $"{category.Question}: {alternative.Name} {RatioText.Render(alternative)}"
            );
        var (least, most) = (measured.MinBy(point => point.Alternative.Ratio), measured.MaxBy(point => point.Alternative.Ratio));
        var figures = new[] { least, most }.Select(point => RatioText.Short(point!.Alternative)).Distinct(StringComparer.Ordinal);
        picture.Label(Right + 8, y + 5, string.Join("-", figures).Replace("x-", "-", StringComparison.Ordinal), "start");
    }

    private static double Clamp(double ratio) => Math.Clamp(ratio, 1 / Reach, Reach);

    internal static string Short(string text, int length) => text.Length <= length ? text : text[..(length - 1)] + "…";

    // Name is null without a heading.
    private sealed record Lines(string? Name, IReadOnlyList<Line> All);

    private sealed record Line(string Name, IReadOnlyList<Point> Points);

    private sealed record Point(ReportedCategory Category, ReportedAlternative Alternative);
}
