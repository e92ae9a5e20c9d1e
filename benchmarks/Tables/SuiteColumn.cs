using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace Benchmarks.Tables;

/// <summary>What every column of ours answers alike, so that each states only its name, its place and its value.</summary>
internal abstract class SuiteColumn(string name, string legend, int priority) : IColumn
{
    public string Id => GetType().Name;

    public string ColumnName => name;

    public string Legend => legend;

    public int PriorityInCategory => priority;

    public ColumnCategory Category => ColumnCategory.Baseline;

    public bool AlwaysShow => true;

    public bool IsNumeric => false;

    public UnitType UnitType => UnitType.Dimensionless;

    public virtual bool IsAvailable(Summary summary) => true;

    public bool IsDefault(Summary summary, BenchmarkCase benchmarkCase) => false;

    public abstract string GetValue(Summary summary, BenchmarkCase benchmarkCase);

    public string GetValue(Summary summary, BenchmarkCase benchmarkCase, SummaryStyle style) => GetValue(summary, benchmarkCase);
}
