using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace Bench.Harness.Columns;

// A column next to that of the baseline, with a function for its cells.
internal class TextColumn(string name, string legend, int priority, Func<Summary, BenchmarkReport?, BenchmarkCase, string> value) : IColumn
{
    public string Id => "Interleaved." + name;

    public string ColumnName => name;

    public string Legend => legend;

    public int PriorityInCategory => priority;

    public ColumnCategory Category => ColumnCategory.Baseline;

    public bool AlwaysShow => true;

    public bool IsNumeric => true;

    public UnitType UnitType => UnitType.Dimensionless;

    public virtual bool IsAvailable(Summary summary) => true;

    public bool IsDefault(Summary summary, BenchmarkCase benchmarkCase) => false;

    public string GetValue(Summary summary, BenchmarkCase benchmarkCase) => value(summary, summary[benchmarkCase], benchmarkCase);

    public string GetValue(Summary summary, BenchmarkCase benchmarkCase, SummaryStyle style) => GetValue(summary, benchmarkCase);
}
