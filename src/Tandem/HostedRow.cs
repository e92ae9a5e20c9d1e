using Bench.Results;

namespace Bench.Tandem;

/// <summary>How the invocations of a row may be bundled.</summary>
public enum RunMode
{
    /// <summary>Any number at a time.</summary>
    Slices,

    /// <summary>As many as its job says, one by default, between the set-up and clean-up of an iteration.</summary>
    Iterations,

    /// <summary>The first of a process only: a fresh process for each figure.</summary>
    FirstCall,
}

/// <summary>A benchmark case that a program has, as its own BenchmarkDotNet finds it.</summary>
/// <param name="Index">Its number in the program's list.</param>
/// <param name="Id">Which row it is: the same in every build that has it.</param>
/// <param name="Type">Namespace and type.</param>
/// <param name="Method">The method.</param>
/// <param name="Parameters">The parameters as a table shows them.</param>
/// <param name="Group">Equal for the ways of doing the same: type, categories, job and parameters.</param>
/// <param name="IsBaseline">Whether it is the baseline of its group.</param>
/// <param name="OperationsPerInvoke">Operations that one invocation counts as.</param>
/// <param name="Mode">How it is run.</param>
/// <param name="InvocationCount">Invocations of an iteration; counts for <see cref="RunMode.Iterations"/> only.</param>
/// <param name="HasSetup">Whether an iteration has a set-up or clean-up.</param>
/// <param name="WhyNot">Why it can't be run in a tandem at all; empty where it can.</param>
/// <param name="Variables">Environment variables that its job sets for its process, NAME=VALUE.</param>
public sealed record HostedRow(
    int Index, RowId Id, string Type, string Method, string Parameters, string Group, bool IsBaseline, int OperationsPerInvoke, RunMode Mode, long InvocationCount,
    bool HasSetup, string WhyNot, IReadOnlyList<string> Variables);

/// <summary>What a program has, and what it runs on.</summary>
/// <param name="Rows">The rows that the filters let through, in the order of its BenchmarkDotNet.</param>
/// <param name="Environment">Its runtime, GC mode and BenchmarkDotNet, and the machine.</param>
public sealed record HostedProgram(IReadOnlyList<HostedRow> Rows, RunEnvironment Environment);
