namespace Bench.Reports;

/// <summary>Where a picture of ratios has its names, its scale and its figures.</summary>
/// <param name="Left">Where the scale begins, right of the names.</param>
/// <param name="Right">Where it ends, left of the figures.</param>
internal sealed record RatioChartLayout(double Width, double Left, double Right, int MaxNameLength, int MaxGroupLength)
{
    public static RatioChartLayout Wide { get; } = new(Picture.PageWidth, 230, 560, 30, 110);

    /// <summary>Beside a text, and on a phone, where its letters are not much smaller than those of the page.</summary>
    public static RatioChartLayout Narrow { get; } = new(420, 142, 278, 20, 60);
}
