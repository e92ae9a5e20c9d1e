using Bench.Cli.History;
using Bench.Statistics;
using Perfolizer.Mathematics.Cpd;

namespace Lab.PublicData.Series;

/// <param name="Scores">A score for each series.</param>
/// <param name="Marks">The number of marked places in all series.</param>
internal sealed record MethodScores(string Method, IReadOnlyList<AnnotationScore> Scores, int Marks);

internal static class SeriesTrial
{
    private const int MinDistance = 3;

    private static readonly (string Name, Func<double[], int[]> Marks)[] Methods =
    [
        ("`bench history` (margin 5%)", values => History(values, 0.05)),
        ("`bench history --margin 2%`", values => History(values, 0.02)),
        ("`bench history --margin 1%`", values => History(values, 0.01)),
        ("ED-PELT of Perfolizer without the filters of `bench history`", EdPelt),
        ("PELT, mean, MBIC", MeanShifts.Best),
        ("binary segmentation, mean, MBIC", MeanShifts.BinarySegmentation),
        ("E-divisive, 100 permutations, 1%", values => EnergyDivisive.Changes(values, 20261130)),
        ("nothing marked", _ => []),
    ];

    public static IReadOnlyList<MethodScores> Run(IReadOnlyList<AnnotatedSeries> all) =>
        [.. Methods.Select(method => Score(method.Name, method.Marks, all)), OfPeople(all)];

    private static MethodScores Score(string name, Func<double[], int[]> method, IReadOnlyList<AnnotatedSeries> all)
    {
        var marked = all.AsParallel().AsOrdered().Select(series => (series, Marks: Valid(series, method(series.Values)))).ToArray();
        return new(
            name,
            [.. marked.Select(pair => AnnotationScore.Of(pair.series.Annotations, pair.Marks))],
            marked.Sum(pair => pair.Marks.Length)
        );
    }

    // As in the study, both ends are not changes.
    private static int[] Valid(AnnotatedSeries series, int[] marks) =>
        [.. marks.Where(mark => mark >= 1 && mark < series.Values.Length - 1).Distinct()];

    /// <summary>Scores each person's places against those of the others.</summary>
    private static MethodScores OfPeople(IReadOnlyList<AnnotatedSeries> all)
    {
        var several = all.Where(series => series.Annotations.Count > 1).ToArray();
        return new(
            "one person by the others",
            [
                .. several.SelectMany(series =>
                    series.Annotations.Select((own, i) => AnnotationScore.Of([.. series.Annotations.Where((_, other) => other != i)], own))
                ),
            ],
            several.Sum(series => series.Annotations.Sum(own => own.Count))
        );
    }

    // bench history leaves out values that are not positive.
    private static int[] History(double[] values, double margin)
    {
        int[] kept = [.. Enumerable.Range(0, values.Length).Where(i => values[i] > 0)];
        return
        [
            .. HistoryLine
                .ChangesOf([.. kept.Select(i => Math.Log(values[i]))], new Margin(margin, 0))
                .Select(change => kept[change.Index]),
        ];
    }

    private static int[] EdPelt(double[] values) =>
        [.. EdPeltChangePointDetector.Instance.GetChangePointIndexes(values, MinDistance).Select(index => index + 1)];
}
