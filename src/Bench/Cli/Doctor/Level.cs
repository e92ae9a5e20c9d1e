namespace Bench.Cli.Doctor;

internal enum Level
{
    Fine,

    /// <summary>Probably harmless: an interleaved check shares it between both builds.</summary>
    Note,

    Disturbs,

    /// <summary>The system does not report it.</summary>
    Unknown,
}
