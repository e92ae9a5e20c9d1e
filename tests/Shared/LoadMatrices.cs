using Bench.Comparison;
using Bench.Load;
using Bench.Results;

namespace Bench.Tests;

/// <summary>Variants as if they had been loaded.</summary>
internal static class LoadMatrices
{
    /// <summary>Six rounds of a variant whose costs are multiples of the usual ones.</summary>
    public static MeasuredVariant Interleaved(string name, double p99 = 1, double processor = 1, double allocated = 1) =>
        new(
            new LoadVariant { Name = name },
            [
                .. new[] { 1, 1.004, 0.997, 1.002, 0.999, 1.001 }.Select(noise => new VariantRound(
                    new Throughput((long)(12_000 / noise), 12, new LoadErrors(0, 0, 0, 0, 0), 0.5, 1),
                    new ResponseTimes(6000, 0, 1 * noise, 1.5, 2, 2.5, 3 * noise * p99, 4, 5, 0.2),
                    12,
                    new CounterFigures(500 * 1000 * noise * allocated, 5e7, 4, 0, 0.01),
                    80 * noise * processor,
                    10,
                    6
                )),
            ]
        );

    public static MeasuredVariant As(this MeasuredVariant variant, string name) =>
        variant with
        {
            Variant = new LoadVariant { Name = name },
        };

    public static MeasuredVariant Each(this MeasuredVariant variant, Func<VariantRound, VariantRound> change) =>
        variant.Each((round, _) => change(round));

    public static MeasuredVariant Each(this MeasuredVariant variant, Func<VariantRound, int, VariantRound> change) =>
        variant with
        {
            Rounds = [.. variant.Rounds.Select(change)],
        };

    public static JudgedMatrix Judge(MatrixResult result) => new(result, new Settings());

    public static Outcome Decide(this JudgedMatrix judged) => LoadVerdict.Create(judged, new Strictness());

    public static bool NeedsAnotherLook(this JudgedMatrix judged) => LoadVerdict.NeedsAnotherLook(judged, new Strictness());

    /// <summary>The same variant, which refuses a share of the requests at the pace. The noise varies it from round to round.</summary>
    public static MeasuredVariant Refusing(MeasuredVariant variant, double share, double noise = 0) =>
        variant.Each(
            (round, i) =>
                round with
                {
                    Paced = round.Paced! with { Failed = (long)(round.Paced.Requests * (share + (i % 2 == 0 ? noise : -noise))) },
                }
        );

    /// <summary>The same variant with six slices in each round and load.</summary>
    /// <param name="hung">The round whose last two slices have no response; null for none.</param>
    /// <param name="atFullSpeed">Whether the slices without a response are at full speed, or else at the pace.</param>
    public static MeasuredVariant Sliced(MeasuredVariant variant, int? hung, bool atFullSpeed)
    {
        return variant.Each(
            (round, i) =>
                round with
                {
                    FullSpeedSlices = [.. Slices(i, atFullSpeed).Select(answers => new FullSpeedSlice(answers ? 1000 : 0))],
                    PacedSlices = [.. Slices(i, !atFullSpeed).Select(answers => new PacedSlice(answers ? 1 : null, null))],
                }
        );

        IEnumerable<bool> Slices(int round, bool isLoad) => Enumerable.Range(0, 6).Select(slice => slice < 4 || round != hung || !isLoad);
    }

    /// <summary>Rounds of a variant that was alone on the machine at full speed, each with its requests/s.</summary>
    public static MeasuredVariant Alone(string name, params double[] rates) =>
        new(
            new LoadVariant { Name = name },
            [
                .. rates.Select(rate => new VariantRound(
                    new Throughput((long)(10 * rate), 10, new LoadErrors(0, 0, 0, 0, 0), 0.5, 1),
                    null,
                    10,
                    new CounterFigures(1e6, 5e7, 4, 0, 0.01),
                    12
                )),
            ]
        );

    public static MatrixResult Result(params MeasuredVariant[] variants) =>
        new(
            new LoadMatrix
            {
                Name = "m",
                Sample = "S",
                Variants = [.. variants.Select(variant => variant.Variant)],
            },
            new RunEnvironment(Cores: 2),
            ["wrk", "h2load"],
            500,
            variants,
            null
        );

    /// <summary>Two requests at the same time: the second variant answers one twice as often, and the other half as often.</summary>
    public static MatrixResult Mix()
    {
        var result = Result(OfMix("sync", order: 800, orders: 400), OfMix("async", order: 1600, orders: 200));
        return result with
        {
            Matrix = result.Matrix with
            {
                Requests =
                [
                    new MatrixRequest
                    {
                        Name = "order",
                        Path = "/orders/1",
                        Connections = 10,
                    },
                    new MatrixRequest
                    {
                        Name = "orders",
                        Path = "/orders",
                        Connections = 10,
                    },
                ],
            },
            Shares = [0.8, 0.2],
        };
    }

    private static MeasuredVariant OfMix(string name, double order, double orders) =>
        new(
            new LoadVariant { Name = name },
            [
                .. new[] { 1, 1.01, 0.99, 1.005, 0.995 }.Select(noise =>
                {
                    RequestRound[] requests = [Request(noise * order, 400), Request(noise * orders, 100)];
                    return new VariantRound(
                        Peak(noise * (order + orders)),
                        Times(5000),
                        10,
                        new CounterFigures(5e5, 5e7, 4, 0, 0.01),
                        80,
                        10,
                        6,
                        Pace: 500,
                        Mix: new MixRound(Times(10 * (order + orders)), requests)
                    );
                }),
            ]
        );

    private static RequestRound Request(double rate, double pace) => new(Peak(rate), Times(10 * rate), Times(10 * pace));

    private static Throughput Peak(double rate) => new((long)(100 * rate), 100, new LoadErrors(0, 0, 0, 0, 0), 0.5, 1);

    private static ResponseTimes Times(double requests) => new((long)requests, 0, 1.25, 1.5, 2, 2.75, 3, 4, 5, 0.2, 2.5);
}
