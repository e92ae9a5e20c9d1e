namespace Bench.Doctor;

/// <summary>The machine that <c>bench doctor</c> looks at.</summary>
/// <param name="Steady">Measures how often the machine interrupts.</param>
/// <param name="BetweenReadings">How long its activity is observed.</param>
internal sealed record ObservedMachine(SystemFiles Files, int Cores, Func<CancellationToken, Finding> Steady, TimeSpan BetweenReadings)
{
    public static ObservedMachine This { get; } =
        new(SystemFiles.OfThisMachine, Environment.ProcessorCount, Steadiness.Measure, TimeSpan.FromSeconds(1));
}
