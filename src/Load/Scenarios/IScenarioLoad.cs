namespace Bench.Load;

/// <summary>What a scenario measures with: a server and its load. Tests pass recorded results instead.</summary>
internal interface IScenarioLoad : IDisposable
{
    /// <summary>Publishes and starts the server, if it is not the user's own.</summary>
    /// <exception cref="LoadException">It does not build or start.</exception>
    void Start(CancellationToken cancellationToken);

    /// <exception cref="LoadException">The server has ended, or the generator failed.</exception>
    ScenarioResult Run(CancellationToken cancellationToken);

    /// <summary>What was measured until now, of a run that failed or was interrupted; null if that is nothing.</summary>
    /// <param name="why">Why it ended.</param>
    ScenarioResult? Part(string why);
}
