namespace Bench.Cli.Doctor;

/// <param name="Ticks">The processor time that it has used.</param>
internal sealed record ProcessActivity(int Id, string Name, long Ticks);
