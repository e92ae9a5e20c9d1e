namespace Bench.Statistics;

internal enum CheckStage
{
    // One replicate of every benchmark.
    Screening,

    // One more of those that the first did not clear.
    ScreeningToEnd,

    // A few new process pairs for benchmarks that look slower or allocate more.
    Confirmation,

    // The rest of the confirmation for those still undecided.
    ConfirmationToEnd,

    // More of those that were neither suspected nor shown to be equivalent.
    AdditionalScreening,

    // For benchmarks that look faster. Last, because it only uses what is left of the budget.
    ConfirmationOfImprovements,
}
