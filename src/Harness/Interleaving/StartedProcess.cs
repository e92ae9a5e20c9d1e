using System.Diagnostics;
using BenchmarkDotNet.Analysers;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Validators;

namespace Bench.Harness.Interleaving;

// Captures the process of a launch before it starts, so that it can be killed even if it never sends a message. Otherwise it forwards to
// the diagnoser that it wraps.
internal sealed class StartedProcess(IDiagnoser? diagnoser) : IDiagnoser
{
    private volatile Process? process;

    /// <summary>Null until it is about to start.</summary>
    public Process? Process => process;

    public IEnumerable<string> Ids => diagnoser?.Ids ?? [];

    public IEnumerable<IExporter> Exporters => diagnoser?.Exporters ?? [];

    public IEnumerable<IAnalyser> Analysers => diagnoser?.Analysers ?? [];

    public BenchmarkDotNet.Diagnosers.RunMode GetRunMode(BenchmarkCase benchmarkCase) =>
        diagnoser?.GetRunMode(benchmarkCase) ?? BenchmarkDotNet.Diagnosers.RunMode.NoOverhead;

    public void Handle(HostSignal signal, DiagnoserActionParameters parameters)
    {
        if (signal == HostSignal.BeforeProcessStart)
            process = parameters.Process;
        diagnoser?.Handle(signal, parameters);
    }

    public IEnumerable<Metric> ProcessResults(DiagnoserResults results) => diagnoser?.ProcessResults(results) ?? [];

    public void DisplayResults(ILogger logger) => diagnoser?.DisplayResults(logger);

    public IEnumerable<ValidationError> Validate(ValidationParameters validationParameters) =>
        diagnoser?.Validate(validationParameters) ?? [];
}
