namespace Bench.Load;

// The server and the generators of a sweep. Tests pass recorded rounds instead.
internal interface ISweepLoad
{
    /// <summary>True if each round has a process of its own; false for the user's own server.</summary>
    bool StartsServer { get; }

    /// <summary>Number of addresses that the server listens on.</summary>
    int Addresses { get; }

    /// <summary>Null for all cores.</summary>
    int? CoresOfGenerators { get; }

    /// <summary>Publishes the server, unless it is the user's own.</summary>
    void Publish(CancellationToken cancellationToken);

    /// <summary>Starts the server of a round, or checks that the user's own answers.</summary>
    ISweptProcess Start(CancellationToken cancellationToken);

    /// <summary>Loads a new, warm process during an observation.</summary>
    /// <param name="look">Gets the process id.</param>
    void While(int connections, TimeSpan time, Action<int> look, CancellationToken cancellationToken);
}

internal interface ISweptProcess : IDisposable
{
    /// <summary>False for the user's own server, of which nothing is known.</summary>
    bool HasEnded { get; }

    void WarmUp(int connections, CancellationToken cancellationToken);

    /// <summary>Waits until the warm-up no longer shows in its counters.</summary>
    void Calm(CancellationToken cancellationToken);

    LoadRound Measure(int connections, int round, CancellationToken cancellationToken);

    /// <summary>Sends one request to the user's own server, which has ended if it does not answer.</summary>
    void EnsureAnswers(CancellationToken cancellationToken);
}
