using Bench.Load;
using Bench.Reports;
using Bench.Statistics;

namespace Bench.Cli.Report;

internal static class MatrixCategory
{
    public const string UnderLoad = "Under load";

    private const string Rounds = "in rounds; 95% over rounds";

    /// <summary>The variants at full speed: of all requests together, then of each request of a mix.</summary>
    public static IEnumerable<ReportedCategory> Create(JudgedMatrix judged, string source) =>
        judged
            .Requests.Zip(judged.Result.Matrix.Requests, (one, request) => Create(one, $" ({request.Name})", source))
            .Prepend(Create(judged, "", source));

    private static ReportedCategory Create(JudgedMatrix judged, string request, string source)
    {
        var matrix = judged.Result;
        var alternatives = matrix.Variants.Select(
            (variant, index) =>
            {
                var rate = variant.Median(round => round.Peak.GoodRequestsPerSecond);
                var figure = rate is null ? null : $"{LoadReport.Rate(rate)} a second";
                if (judged.Of(index, LoadMeasure.FullSpeed) is not { } benchmark)
                    return new ReportedAlternative(variant.Variant.Name, figure, rate is null ? null : 1, null, "baseline", null, null, "");
                return benchmark.Time is { Ratio: > 0 } time && double.IsFinite(time.Ratio)
                    ? new ReportedAlternative(
                        variant.Variant.Name,
                        figure,
                        1 / time.Ratio,
                        time.Lower is { } lower ? (1 / time.Upper!.Value, 1 / lower) : null,
                        Word(time.Verdict),
                        null,
                        null,
                        Figures.Limits(benchmark)
                    )
                    : new ReportedAlternative(
                        variant.Variant.Name,
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
            matrix.Variants[0].Variant.Name,
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
