namespace Bench.Core.Tests;

public sealed class ReplicateAllocationTests
{
    [Theory]
    [InlineData(0, 80, "its allocation was not confirmed")]
    [InlineData(1, 80, "the check ended before its allocation was confirmed")]
    [InlineData(2, 64, "the confirmation did not show it")]
    [InlineData(2, 80, null)]
    public void A_confirmation_that_ended_early_is_not_a_confirmation_that_showed_nothing(
        int confirmations,
        double confirmedBytes,
        string? reason
    )
    {
        var all = new AllocationJudgement(64, 80, Verdict.Regressed);
        var screening = Enumerable.Range(0, 2).Select(_ => new Replicate(100, 100, 0, [64, 64], [80, 80]));
        var confirmation = Enumerable
            .Range(0, confirmations)
            .Select(_ => new Replicate(100, 100, 0, [64, 64], [confirmedBytes, confirmedBytes], IsConfirmation: true));

        var judged = ReplicateAllocation.Confirmed(all, screening.Concat(confirmation));

        Assert.Equal(reason is null ? Verdict.Regressed : Verdict.Inconclusive, judged.Verdict);
        Assert.Equal(reason, judged.Reason);
    }
}
