using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

internal sealed record MachineRatio(CheckMachine Machine, TimeJudgement Judgement);
