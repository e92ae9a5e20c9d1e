namespace Bench.Reports;

// The positions of names, scale and figures. The scale extends from Left, right of the names, to Right, left of the figures.
internal sealed record RatioChartLayout(double Width, double Left, double Right, int MaxNameLength, int MaxGroupLength)
{
    public static RatioChartLayout Wide { get; } = new(Picture.PageWidth, 230, 560, 30, 110);

    // For a picture next to text, and for phones, so that its letters are not much smaller than those of the page.
    public static RatioChartLayout Narrow { get; } = new(420, 142, 278, 20, 60);
}
