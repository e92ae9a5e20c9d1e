namespace Bench.Tandem;

/// <summary>A benchmark case that a program has, as its own BenchmarkDotNet finds it.</summary>
/// <param name="Index">Its number in the program's list.</param>
/// <param name="FullName">BenchmarkDotNet's full name.</param>
/// <param name="Type">Namespace and type.</param>
/// <param name="Method">The method.</param>
/// <param name="Parameters">The parameters as a table shows them.</param>
/// <param name="Group">Equal for the ways of doing the same: type, categories and parameters.</param>
/// <param name="IsBaseline">Whether it is the baseline of its group.</param>
/// <param name="OperationsPerInvoke">Operations that one invocation counts as.</param>
/// <param name="WhyNotSliced">Why it can't be run in slices; empty where it can.</param>
public sealed record HostedRow(
    int Index, string FullName, string Type, string Method, string Parameters, string Group, bool IsBaseline, int OperationsPerInvoke, string WhyNotSliced);
