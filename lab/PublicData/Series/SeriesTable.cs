using System.Globalization;
using System.Text;
using MathNet.Numerics.Statistics;

namespace Lab.PublicData.Series;

internal static class SeriesTable
{
    public static string Render(IReadOnlyList<MethodScores> methods)
    {
        var text = new StringBuilder();
        text.AppendLine("| method | F1 (± standard error) | precision | recall | scores | places marked per score |");
        text.AppendLine("| --- | ---: | ---: | ---: | ---: | ---: |");
        foreach (var (name, scores, marks) in methods.OrderByDescending(method => method.Scores.Average(score => score.F1)))
        {
            double[] f1 = [.. scores.Select(score => score.F1)];
            text.AppendLine(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"| {name} | {f1.Mean():0.000} ± {f1.StandardDeviation() / Math.Sqrt(f1.Length):0.000} "
                )
                    + string.Create(
                        CultureInfo.InvariantCulture,
                        $"| {scores.Average(score => score.Precision):0.000} | {scores.Average(score => score.Recall):0.000} "
                    )
                    + string.Create(CultureInfo.InvariantCulture, $"| {scores.Count} | {(double)marks / scores.Count:0.0} |")
            );
        }

        return text.ToString();
    }
}
