using Bench.Reports;

namespace Lab.Study;

// Draws detection against effect: a curve with intervals for each of several conditions.
internal static class PowerPicture
{
    /// <param name="Points">Effects, and the share of each that was found.</param>
    internal sealed record Curve(string Name, IReadOnlyList<(double Effect, Wilson Found)> Points);

    public static string Draw(IReadOnlyList<Curve> curves, string title)
    {
        const double left = 52,
            right = 400,
            top = 36,
            panel = 240,
            below = top + panel + 52;
        double[] effects = [.. curves.SelectMany(curve => curve.Points).Select(point => point.Effect).Distinct()];
        var max = Math.Max(0.05, effects.DefaultIfEmpty(0.25).Max());
        double X(double effect) => left + (effect / max * (right - left));
        double Y(double share) => top + ((1 - share) * panel);

        var picture = new Picture();
        picture.Label(0, 16, "share of the checks that find it", "start group");
        foreach (var share in new[] { 0, 0.25, 0.5, 0.75, 1 })
        {
            picture.Line(left, Y(share), right, Y(share), "grid");
            picture.Label(left - 8, Y(share) + 4, FormattableString.Invariant($"{share:0%}"), "end small");
        }

        foreach (var effect in effects)
            picture.Label(X(effect), top + panel + 20, FormattableString.Invariant($"{effect:0.#%}"), "middle small");
        picture.Label((left + right) / 2, top + panel + 42, "how much slower the benchmark is", "middle small");
        for (var i = 0; i < curves.Count; i++)
        {
            var series = FormattableString.Invariant($"s{i}");
            (double Effect, Wilson Found)[] curve = [.. curves[i].Points.OrderBy(at => at.Effect)];
            picture.Curve(curve.Select(at => (X(at.Effect), Y(at.Found.Share))), series);
            foreach (var at in curve)
            {
                picture.Line(X(at.Effect), Y(at.Found.Lower), X(at.Effect), Y(at.Found.Upper), series);
                picture.Dot(X(at.Effect), Y(at.Found.Share), $"dot {series}");
            }

            picture.Label(right, top + (panel * 0.6) + (i * 20), curves[i].Name, $"end {series}");
        }

        return picture.End(below, title, isFile: true);
    }
}
