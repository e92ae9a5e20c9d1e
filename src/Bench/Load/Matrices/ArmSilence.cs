namespace Bench.Load;

// Finds variants that hang. Shares of good answers do not show requests that are never answered.
internal static class ArmSilence
{
    /// <summary>A clause for a message; null if the variant gave good answers whenever another did.</summary>
    public static string? Of(MeasuredArm arm, IReadOnlyList<MeasuredArm> others)
    {
        // A variant that hangs at the end of a round has answered before, so the round's sums hardly show it.
        return InRounds(IsSilent, "") ?? InRounds(HasSilentSlices, "whole slices of ");

        string? InRounds(Func<ArmRound, ArmRound, bool> isSilent, string part) =>
            Of(arm, (round, i) => others.Any(other => i < other.Rounds.Count && isSilent(other.Rounds[i], round)), part);
    }

    /// <summary>A clause for a message; null if the variant gave good answers in each round. Ignores other variants.</summary>
    public static string? AtFullSpeed(MeasuredArm arm) => Of(arm, (round, _) => !round.AnswersAtFullSpeed, "");

    private static string? Of(MeasuredArm arm, Func<ArmRound, int, bool> isSilent, string part) =>
        arm.Rounds.Where(isSilent).Count() is > 0 and var silent
            ? FormattableString.Invariant($"{arm.Arm.Name} gave no good response in {part}{silent} of {arm.Rounds.Count} rounds")
            : null;

    private static bool IsSilent(ArmRound other, ArmRound round) =>
        (other.AnswersAtFullSpeed && !round.AnswersAtFullSpeed) || (other.AnswersAtThePace && !round.AnswersAtThePace);

    private static bool HasSilentSlices(ArmRound other, ArmRound round) =>
        SliceRatio.IsOnlyOtherSilent(
            other.FullSpeedSlices?.Select(slice => slice.GoodQueriesPerSecond > 0),
            round.FullSpeedSlices?.Select(slice => slice.GoodQueriesPerSecond > 0)
        )
        || SliceRatio.IsOnlyOtherSilent(
            other.PacedSlices?.Select(slice => slice.P50 is not null),
            round.PacedSlices?.Select(slice => slice.P50 is not null)
        );
}
