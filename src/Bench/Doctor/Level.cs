namespace Bench.Doctor;

/// <summary>How a finding bears on a check.</summary>
internal enum Level
{
    Fine,

    /// <summary>It need not disturb: an interleaved check shares it between both builds.</summary>
    Note,

    Disturbs,

    /// <summary>This system does not say.</summary>
    Unknown,
}
