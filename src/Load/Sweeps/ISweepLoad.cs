namespace Bench.Load;

/// <summary>What a sweep measures with: a server and the generators. Tests pass recorded rounds instead.</summary>
internal interface ISweepLoad
{
    /// <summary>Whether each round has a process of its own, and not the server of the user.</summary>
    bool StartsServer { get; }

    /// <summary>On how many addresses the server listens.</summary>
    int Addresses { get; }

    /// <summary>How many cores the generators have; null for all.</summary>
    int? CoresOfGenerators { get; }

    /// <summary>Publishes the server, if it is not the user's own.</summary>
    /// <exception cref="LoadException">It does not build.</exception>
    void Publish(CancellationToken cancellationToken);

    /// <summary>Starts the server of a round, or looks whether the user's own answers.</summary>
    /// <exception cref="LoadException">It does not start or answer.</exception>
    ISweptProcess Start(CancellationToken cancellationToken);

    /// <summary>Loads a new, warm process while something looks at it.</summary>
    /// <param name="look">Gets the number of the process.</param>
    void While(int connections, TimeSpan time, Action<int> look, CancellationToken cancellationToken);
}

/// <summary>The server of a round.</summary>
internal interface ISweptProcess : IDisposable
{
    /// <summary>Whether it has ended; false for the user's own, of which nothing is known.</summary>
    bool HasEnded { get; }

    void WarmUp(int connections, CancellationToken cancellationToken);

    /// <summary>Waits until the warm-up no longer shows in its counters.</summary>
    void Calm(CancellationToken cancellationToken);

    /// <exception cref="LoadException">It has ended, or a generator failed.</exception>
    LoadRound Measure(int connections, int round, CancellationToken cancellationToken);

    /// <summary>Asks the user's own once, which has ended if it does not answer.</summary>
    /// <exception cref="LoadException">It does not answer.</exception>
    void EnsureAnswers(CancellationToken cancellationToken);
}
