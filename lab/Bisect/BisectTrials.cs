using System.Globalization;
using Lab.Trials;

namespace Lab.Bisect;

internal static class BisectTrials
{
    public static int Run(BisectTrialsOptions options, Context context) =>
        new TrialFolder<BisectRecord>(context.FullPath(options.Output), BisectPage.Render).Run(
            options.IsKnown ? Known(options, context) : Written(options, context),
            Summary,
            context
        );

    private static IEnumerable<Trial<BisectRecord>> Known(BisectTrialsOptions options, Context context) =>
        KnownChange
            .All()
            .Where(change => change.Benchmark.StartsWith(options.Among, StringComparison.Ordinal))
            .SelectMany(change => new[] { BisectTrial.Of(change, isReverse: false), BisectTrial.Of(change, isReverse: true) })
            .Select(trial => new Trial<BisectRecord>(record => record.Known == trial.Known, () => trial.Run(context)));

    private static IEnumerable<Trial<BisectRecord>> Written(BisectTrialsOptions options, Context context)
    {
        Slowdown[] benchmarks =
        [
            .. Slowdown.All().Where(slowdown => slowdown.Benchmark.StartsWith(options.Among, StringComparison.Ordinal)),
        ];
        for (var i = 0; i < options.Trials; i++)
        {
            int? position = options.IsIdentical ? null : new Random(i).Next(1, options.Commits + 1);
            var trial = BisectTrial.Of(benchmarks[i % benchmarks.Length], options.Commits, position);
            yield return new(
                record => record.Known is null && record.Position is null == options.IsIdentical,
                () => trial.Run(context),
                i + 1
            );
        }
    }

    private static FormattableString Summary(BisectRecord record) =>
        $"{record.Benchmark} {record.Known ?? record.Position?.ToString(CultureInfo.InvariantCulture)}: {(record.IsRight ? "right" : $"wrong: exit code {record.ExitCode}, positions {string.Join(", ", record.Found)} instead of {record.Position}")} in {record.Seconds} s, ends {record.Ratio}";
}
