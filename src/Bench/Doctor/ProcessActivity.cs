namespace Bench.Doctor;

/// <param name="Ticks">The time that it has had on cores.</param>
internal sealed record ProcessActivity(int Id, string Name, long Ticks);
