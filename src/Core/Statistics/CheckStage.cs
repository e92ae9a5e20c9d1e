namespace Bench.Statistics;

/// <summary>The stages of a check, in their order.</summary>
internal enum CheckStage
{
    /// <summary>A replicate of every benchmark.</summary>
    Screening,

    /// <summary>Another one of those that the first did not clear.</summary>
    ScreeningToEnd,

    /// <summary>What looks slower, or allocates more, is measured by a few processes started afterwards.</summary>
    Confirmation,

    /// <summary>What these leave open is measured to the end.</summary>
    ConfirmationToEnd,

    /// <summary>More of what was neither suspected nor shown to be equivalent.</summary>
    AdditionalScreening,

    /// <summary>What looks faster: last of all, with what is left of the budget.</summary>
    ConfirmationOfImprovements,
}
