namespace Bench.Load;

// The server of a scenario and its load. Tests pass recorded results instead.
internal interface IScenarioLoad : IDisposable
{
    /// <summary>Publishes and starts the server, unless it is the user's own.</summary>
    void Start(CancellationToken cancellationToken);

    ScenarioResult Run(CancellationToken cancellationToken);

    /// <summary>Results so far of a run that failed or was interrupted; null before the first figures.</summary>
    /// <param name="why">Why the run ended.</param>
    ScenarioResult? Part(string why);
}
