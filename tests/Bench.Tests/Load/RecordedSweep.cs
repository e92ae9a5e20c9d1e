namespace Bench.Tests;

/// <summary>Rounds of a sweep as if a server had been started and loaded.</summary>
internal sealed class RecordedSweep(SweptServer server) : ISweepLoad
{
    /// <summary>Called before a level of a round. An exception ends the round.</summary>
    public Action<int, int> Before { get; init; } = (_, _) => { };

    /// <summary>Takes the level and the number of the round.</summary>
    public Func<int, int, LoadRound> Round { get; init; } = Usual;

    public SweptServer Server => server;

    public bool StartsServer => server.Own is null;

    public int Addresses => 1;

    public int? CoresOfGenerators => null;

    /// <summary>Each call with its number of connections, in order.</summary>
    public List<string> Calls { get; } = [];

    /// <summary>A round without failures: 100 requests/s on each connection.</summary>
    public static LoadRound Usual(int connections, int round) =>
        LoadRuns.Level(connections, 1, 100 * connections).Rounds[0] with
        {
            Round = round,
        };

    public void Publish(CancellationToken cancellationToken) => Calls.Add("publish");

    public ISweptProcess Start(CancellationToken cancellationToken)
    {
        Calls.Add("start");
        return new Process(this);
    }

    public void While(int connections, TimeSpan time, Action<int> look, CancellationToken cancellationToken) =>
        throw new LoadException("its runtime does not let itself be sampled.");

    private sealed class Process(RecordedSweep sweep) : ISweptProcess
    {
        public bool HasEnded { get; private set; }

        public void WarmUp(int connections, CancellationToken cancellationToken) =>
            sweep.Calls.Add(FormattableString.Invariant($"warm up {connections}"));

        public void Calm(CancellationToken cancellationToken) => sweep.Calls.Add("calm");

        public LoadRound Measure(int connections, int round, CancellationToken cancellationToken)
        {
            try
            {
                sweep.Before(connections, round);
            }
            catch (ServerEndedException)
            {
                HasEnded = true;
                throw;
            }

            cancellationToken.ThrowIfCancellationRequested();
            sweep.Calls.Add(FormattableString.Invariant($"measure {connections}"));
            return sweep.Round(connections, round);
        }

        public void EnsureAnswers(CancellationToken cancellationToken) => sweep.Calls.Add("ask");

        public void Dispose() => sweep.Calls.Add("end");
    }
}
