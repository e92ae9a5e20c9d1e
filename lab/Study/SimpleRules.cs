using Perfolizer.Mathematics.SignificanceTesting.Base;
using Perfolizer.Mathematics.SignificanceTesting.MannWhitney;
using Perfolizer.Metrology;
using Pragmastat;

namespace Lab.Study;

// Rules for one run of each build. They need no process pairs.
internal static class SimpleRules
{
    private const double Level = 0.05;

    public static IReadOnlyList<(string Name, Func<IReadOnlyList<double>, IReadOnlyList<double>, bool> IsSlower)> All { get; } =
    [
        ("ratio of means over 1.05", (baseline, candidate) => candidate.Average() > 1.05 * baseline.Average()),
        ("ratio of means over 1.10", (baseline, candidate) => candidate.Average() > 1.10 * baseline.Average()),
        ("ratio of means over 2.00", (baseline, candidate) => candidate.Average() > 2.00 * baseline.Average()),
        ("Mann-Whitney at 0.05, no margin", (baseline, candidate) => PValue(baseline, candidate, 0) < Level),
        ("Mann-Whitney at 0.05, margin 5% (the rule of dotnet/performance's ResultsComparer)", (baseline, candidate) =>
            PValue(baseline, candidate, 5) < Level
        ),
    ];

    private static double PValue(IReadOnlyList<double> baseline, IReadOnlyList<double> candidate, double percent) =>
        MannWhitneyTest
            .Instance.Perform(
                new Sample(candidate),
                new Sample(baseline),
                AlternativeHypothesis.Greater,
                new Threshold(new PercentValue(percent).ToMeasurement())
            )
            .PValue;
}
