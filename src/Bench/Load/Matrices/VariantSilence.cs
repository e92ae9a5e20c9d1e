namespace Bench.Load;

// Finds variants that hang. Shares of good answers do not show requests that are never answered.
internal static class VariantSilence
{
    /// <summary>A clause for a message; null if the variant gave good answers whenever another did.</summary>
    public static string? Of(MeasuredVariant variant, IReadOnlyList<MeasuredVariant> others)
    {
        // A variant that hangs at the end of a round has answered before, so the round's sums hardly show it.
        return InRounds(IsSilent, "") ?? InRounds(HasSilentSlices, "whole slices of ");

        string? InRounds(Func<VariantRound, VariantRound, bool> isSilent, string part) =>
            Of(variant, (round, i) => others.Any(other => i < other.Rounds.Count && isSilent(other.Rounds[i], round)), part);
    }

    /// <summary>A clause for a message; null if the variant gave good answers in each round. Ignores other variants.</summary>
    public static string? AtFullSpeed(MeasuredVariant variant) => Of(variant, (round, _) => !round.AnswersAtFullSpeed, "");

    private static string? Of(MeasuredVariant variant, Func<VariantRound, int, bool> isSilent, string part) =>
        variant.Rounds.Where(isSilent).Count() is > 0 and var silent
            ? FormattableString.Invariant(
                $"{variant.Variant.Name} gave no good response in {part}{silent} of {variant.Rounds.Count} rounds"
            )
            : null;

    private static bool IsSilent(VariantRound other, VariantRound round) =>
        (other.AnswersAtFullSpeed && !round.AnswersAtFullSpeed) || (other.AnswersAtThePace && !round.AnswersAtThePace);

    private static bool HasSilentSlices(VariantRound other, VariantRound round) =>
        SliceRatio.IsOnlyOtherSilent(
            other.FullSpeedSlices?.Select(slice => slice.GoodRequestsPerSecond > 0),
            round.FullSpeedSlices?.Select(slice => slice.GoodRequestsPerSecond > 0)
        )
        || SliceRatio.IsOnlyOtherSilent(
            other.PacedSlices?.Select(slice => slice.P50 is not null),
            round.PacedSlices?.Select(slice => slice.P50 is not null)
        );
}
