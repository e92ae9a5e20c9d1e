using Bench.Cli.Load;
using Bench.Comparison;
using Bench.Load;
using Bench.Reports;
using Bench.Statistics;

namespace Bench.Cli.Report;

internal static class MatrixCategory
{
    public const string UnderLoad = "Under load";

    private const string Rounds = "in rounds; 95% over rounds";

    /// <summary>The arms at full speed: of all requests together, then of each request of a mix.</summary>
    public static IEnumerable<ReportedCategory> Create(MatrixResult matrix, Settings settings, string source) =>
        matrix
            .Matrix.Requests.Select((request, i) => Create(matrix.OfRequest(i), $" ({request.Name})", settings, source))
            .Prepend(Create(matrix, "", settings, source));

    private static ReportedCategory Create(MatrixResult matrix, string request, Settings settings, string source)
    {
        var benchmarks = matrix.Compare(settings).Benchmarks.ToDictionary(benchmark => benchmark.Method);
        var alternatives = matrix.Arms.Select(
            (arm, index) =>
            {
                var rate = arm.Median(round => round.Peak.GoodQueriesPerSecond);
                var figure = rate is null ? null : $"{LoadReport.Rate(rate)} a second";
                if (index == 0)
                    return new ReportedAlternative(arm.Arm.Name, figure, rate is null ? null : 1, null, "baseline", null, null, "");
                var benchmark = benchmarks[arm.Arm.Name];
                return benchmark.Time is { Ratio: > 0 } time && double.IsFinite(time.Ratio)
                    ? new ReportedAlternative(
                        arm.Arm.Name,
                        figure,
                        1 / time.Ratio,
                        time.Lower is { } lower ? (1 / time.Upper!.Value, 1 / lower) : null,
                        Word(time.Verdict),
                        null,
                        null,
                        Figures.Limits(benchmark)
                    )
                    : new ReportedAlternative(
                        arm.Arm.Name,
                        figure,
                        null,
                        null,
                        "",
                        null,
                        null,
                        benchmark.Failure ?? benchmark.Time?.Reason ?? ""
                    );
            }
        );
        return new ReportedCategory(
            UnderLoad,
            (matrix.Matrix.Question.Length > 0 ? matrix.Matrix.Question : matrix.Matrix.Name) + request,
            matrix.Arms[0].Arm.Name,
            [.. alternatives.OrderByDescending(alternative => alternative.Ratio ?? double.NegativeInfinity)],
            true,
            Rounds,
            source,
            ""
        );
    }

    private static string Word(Verdict verdict) =>
        verdict switch
        {
            Verdict.Improved => "more",
            Verdict.Regressed => "less",
            Verdict.Equivalent => "equal",
            Verdict.NotWorse => "not less",
            _ => "inconclusive",
        };
}
