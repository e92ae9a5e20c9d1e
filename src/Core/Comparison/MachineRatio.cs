using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

/// <summary>What one of several machines says of a benchmark's time.</summary>
internal sealed record MachineRatio(CheckMachine Machine, TimeJudgement Judgement);
