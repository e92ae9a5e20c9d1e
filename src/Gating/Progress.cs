namespace Bench.Gating;

/// <summary>How far a check has come.</summary>
/// <param name="Stage">What it does, in a word or two.</param>
/// <param name="Done">Process pairs measured in this stage.</param>
/// <param name="Total">Process pairs of this stage, as planned.</param>
/// <param name="Row">The row measured last.</param>
/// <param name="Left">About how long the check still takes, as far as can be seen.</param>
public sealed record GateProgress(string Stage, int Done, int Total, string Row, TimeSpan Left);
