namespace Bench.Cli.Doctor;

/// <param name="Steady">Measures how often the machine interrupts a loop.</param>
/// <param name="BetweenReadings">How long its activity is observed.</param>
internal sealed record ObservedMachine(SystemFiles Files, int Cores, Func<CancellationToken, Finding> Steady, TimeSpan BetweenReadings)
{
    public static ObservedMachine This { get; } =
        new(SystemFiles.OfThisMachine, Environment.ProcessorCount, Steadiness.Measure, TimeSpan.FromSeconds(1));
}
