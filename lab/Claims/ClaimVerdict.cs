namespace Lab.Claims;

/// <summary>How a measured effect compares with the claimed one. A ratio of 1.22 is an effect of 22%.</summary>
internal enum ClaimVerdict
{
    /// <summary>
    /// The 95% interval contains the claimed ratio and not 1, or the measured effect is within the tolerance of the claimed one.
    /// </summary>
    Confirmed,

    LargerEffect,

    SmallerEffect,

    /// <summary>The interval contains 1.</summary>
    NoEffect,

    /// <summary>The interval lies on the other side of 1.</summary>
    OppositeEffect,

    /// <summary>The interval is unknown, or contains both the claimed ratio and 1.</summary>
    Inconclusive,

    /// <summary>Machine classes have different verdicts.</summary>
    DependsOnMachine,

    /// <summary>Numbers without an interval, which are shown but not judged.</summary>
    Shown,

    NotMeasured,
}
