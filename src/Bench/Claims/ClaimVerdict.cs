namespace Bench.Claims;

/// <summary>What a measurement says of a claim.</summary>
internal enum ClaimVerdict
{
    /// <summary>The whole 95 % interval is within the tolerance of the claimed ratio.</summary>
    Confirmed,

    /// <summary>The interval is beyond the tolerance, and the conditions are the claim's.</summary>
    Contradicted,

    /// <summary>The interval is beyond the tolerance, and so are the conditions: both may be right.</summary>
    ChangedConditions,

    Inconclusive,

    NotMeasured,
}
