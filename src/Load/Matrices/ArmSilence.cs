namespace Bench.Load;

/// <summary>Whether an arm hung: no share of answers shows what is never answered.</summary>
internal static class ArmSilence
{
    /// <summary>How an arm gave no good answer while another did, a clause; null where it answered as they did.</summary>
    public static string? Of(MeasuredArm arm, IReadOnlyList<MeasuredArm> others)
    {
        // What hangs at the end of a round has answered before: the sums of the round show little of it.
        return InRounds(IsSilent, "") ?? InRounds(HasSilentSlices, "whole slices of ");

        string? InRounds(Func<ArmRound, ArmRound, bool> isSilent, string part) =>
            Of(arm, (round, i) => others.Any(other => i < other.Rounds.Count && isSilent(other.Rounds[i], round)), part);
    }

    /// <summary>How an arm gave no good answer at full speed, whatever the others did, a clause; null where it did.</summary>
    public static string? AtFullSpeed(MeasuredArm arm) => Of(arm, (round, _) => !round.AnswersAtFullSpeed, "");

    private static string? Of(MeasuredArm arm, Func<ArmRound, int, bool> isSilent, string part) =>
        arm.Rounds.Where(isSilent).Count() is > 0 and var silent
            ? FormattableString.Invariant($"{arm.Arm.Name} gave no good answer in {part}{silent} of {arm.Rounds.Count} rounds")
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
