namespace Bench.Reports;

// Comparison groups as a picture: one line per variant with its ratio and interval, all on one logarithmic scale.
internal static class RatioChart
{
    private const double Row = 20;
    private const double Group = 26;
    private const double Axis = 24;
    private const double AxisTitle = 18;

    // The average width of a letter in a label of the axis.
    private const double WidthOfLetter = 6.5;
    private const double MinBetweenTicks = 4;

    // Larger ratios are drawn at the edge. Otherwise one variant that takes a thousand times as long would make all others look the same.
    private const double Reach = 20;

    private static readonly double[] Ticks = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20];
    private static readonly double[] FineTicks = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 2.5];

    public static string Render(string title, IReadOnlyList<ReportedCategory> categories, bool isFile, RatioChartLayout? layout = null)
    {
        layout ??= RatioChartLayout.Wide;
        var (left, right) = (layout.Left, layout.Right);
        var picture = new Picture(layout.Width);
        var values = categories
            .SelectMany(category => category.Alternatives)
            .SelectMany(alternative => new[] { alternative.Ratio, alternative.Interval?.Lower, alternative.Interval?.Upper })
            .OfType<double>()
            .Select(Clamp)
            .ToArray();
        var (lowest, highest) = (
            Math.Log(Math.Min(0.9, values.DefaultIfEmpty(1).Min())),
            Math.Log(Math.Max(1.1, values.DefaultIfEmpty(1).Max()))
        );
        double X(double ratio) => left + ((right - left) * (Math.Log(Clamp(ratio)) - lowest) / (highest - lowest));

        var height = Axis + categories.Sum(category => Group + (Row * category.Alternatives.Count)) + Axis;
        // The label 1 has priority, because all ratios are read against it.
        var taken = new List<(double From, double To)>();
        foreach (
            var tick in (highest - lowest < Math.Log(4) ? FineTicks : Ticks)
                .Where(tick => Math.Log(tick) >= lowest && Math.Log(tick) <= highest)
                .OrderBy(tick => tick == 1 ? 0 : 1)
        )
        {
            var label = FormattableString.Invariant($"{tick}x");
            var half = ((label.Length * WidthOfLetter) + MinBetweenTicks) / 2;
            var (from, to) = (X(tick) - half, X(tick) + half);
            if (taken.Any(other => from < other.To && other.From < to))
                continue;
            taken.Add((from, to));
            picture.Line(X(tick), Axis - 4, X(tick), height - Axis, tick == 1 ? "one" : "grid");
            picture.Label(X(tick), Axis - 8, label, "middle small");
            picture.Label(X(tick), height - 10, label, "middle small");
        }

        var y = Axis;
        foreach (var category in categories)
        {
            picture.Label(0, y + 17, Short(category.Question, layout.MaxGroupLength), "start group");
            y += Group;
            foreach (var alternative in category.Alternatives)
            {
                Line(picture, category, alternative, y + (Row / 2), X, layout);
                y += Row;
            }
        }

        picture.Label(
            (left + right) / 2,
            height + AxisTitle - 10,
            categories.Any(category => category.IsMoreBetter)
                ? "throughput relative to the baseline (higher is better, log scale)"
                : "time relative to the baseline (lower is better, log scale)",
            "middle small"
        );
        return picture.End(height + AxisTitle, title, isFile);
    }

    private static void Line(
        Picture picture,
        ReportedCategory category,
        ReportedAlternative alternative,
        double y,
        Func<double, double> x,
        RatioChartLayout layout
    )
    {
        picture.Label(layout.Left - 12, y + 4, Short(alternative.Name, layout.MaxNameLength), "end");
        if (alternative.Ratio is not { } ratio)
        {
            picture.Label(layout.Right + 12, y + 4, "no figure", "start small");
            return;
        }

        if (alternative.Interval is var (lower, upper))
            picture.Line(x(lower), y, x(upper), y, "span");
        picture.Dot(
            x(ratio),
            y,
            alternative == category.Alternatives[0] ? "dot best"
                : category.IsSignificantlyDifferent(alternative) ? "dot"
                : "open"
        );
        picture.Label(layout.Right + 12, y + 4, RatioText.Render(alternative), "start");
    }

    private static double Clamp(double ratio) => Math.Clamp(ratio, 1 / Reach, Reach);

    internal static string Short(string text, int length) => text.Length <= length ? text : text[..(length - 1)] + "…";
}
