using System.Globalization;
using Bench.Results;
using BenchmarkDotNet.Analysers;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Validators;

namespace Bench.Harness.Interleaving;

// Adds figures of each launch to BenchmarkDotNet's JSON: the paired ratio, the allocated bytes, and the processor. Its measurements do not
// give the paired ratio, because they exclude collector pauses. It keeps the allocated bytes of one launch only.
internal sealed class InterleavedMetricsDiagnoser : IDiagnoser
{
    public static readonly InterleavedMetricsDiagnoser Default = new();

    private InterleavedMetricsDiagnoser() { }

    public IEnumerable<string> Ids => ["Interleaved"];

    public IEnumerable<IExporter> Exporters => [];

    public IEnumerable<IAnalyser> Analysers => [];

    public BenchmarkDotNet.Diagnosers.RunMode GetRunMode(BenchmarkCase benchmarkCase) => BenchmarkDotNet.Diagnosers.RunMode.NoOverhead;

    public void Handle(HostSignal signal, DiagnoserActionParameters parameters) { }

    public IEnumerable<Metric> ProcessResults(DiagnoserResults results)
    {
        yield return new Metric(
            new Descriptor(InterleavedMetrics.MachineName, InterleavedMetrics.MachineLegend(RunEnvironment.OfThisMachine())),
            1
        );
        if (InterleavedResult.Find(results.BenchmarkCase) is not { } result)
            yield break;
        if (results.BenchmarkCase.Config.HasMemoryDiagnoser())
        {
            foreach (var (launch, bytes) in result.AllocatedByLaunch)
                yield return new Metric(
                    new Descriptor(
                        $"{InterleavedMetrics.AllocatedName}{launch.ToString(CultureInfo.InvariantCulture)}",
                        "bytes per operation"
                    ),
                    bytes
                );
        }

        if (result.Baseline is not { } baseline)
            yield break;
        var name = FullNameProvider.GetBenchmarkName(baseline);
        foreach (var (launch, ratio) in result.RatiosByLaunch)
        {
            yield return new Metric(
                new Descriptor($"{InterleavedMetrics.RatioName}{launch.ToString(CultureInfo.InvariantCulture)}", name),
                ratio.Ratio
            );
            yield return new Metric(
                new Descriptor($"{InterleavedMetrics.ErrorName}{launch.ToString(CultureInfo.InvariantCulture)}", name),
                ratio.StandardError
            );
        }
    }

    public void DisplayResults(ILogger logger) { }

    public IEnumerable<ValidationError> Validate(ValidationParameters validationParameters) => [];

    // For files only. The table has a column over all launches.
    private sealed record Descriptor(string Id, string Legend) : IMetricDescriptor
    {
        public string DisplayName => Id;

        public string NumberFormat => "0.####";

        public UnitType UnitType => UnitType.Dimensionless;

        public string Unit => "";

        public bool TheGreaterTheBetter => false;

        public int PriorityInCategory => 0;

        public bool GetIsAvailable(Metric metric) => false;
    }
}
