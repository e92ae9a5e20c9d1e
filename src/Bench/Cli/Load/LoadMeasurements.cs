using Bench.Load;

namespace Bench.Cli.Load;

/// <summary>The servers and generators of this machine. Tests pass recorded figures instead.</summary>
internal sealed record LoadMeasurements
{
    public static LoadMeasurements OfThisMachine { get; } = new();

    public Func<IReadOnlyList<string>> Generators { get; init; } =
        static () => [Tool.Wrk.Version("-v").Split(" Copyright")[0], Tool.H2Load.Version("--version")];

    public Func<ConnectionLimits> ConnectionLimits { get; init; } = static () => Bench.Load.ConnectionLimits.OfThisMachine;

    /// <summary>Takes the variants, the environment variables of all servers and a folder for their files.</summary>
    public Func<LoadMatrix, IReadOnlyList<string>, string, IMatrixLoad> Matrix { get; init; } =
        static (matrix, variables, folder) => new MatrixLoad(matrix, variables, folder);

    /// <summary>Takes a server, the settings of a sweep, the possible number of connections and a folder.</summary>
    public Func<SweptServer, SweepSettings, ConnectionLimits, string, ISweepLoad> Sweep { get; init; } =
        static (server, settings, reach, folder) => new SweepLoad(server, settings, reach, folder);

    /// <summary>Takes a scenario, its project (null for the user's own server) and a folder.</summary>
    public Func<Scenario, string?, string, IScenarioLoad> Scenario { get; init; } =
        static (scenario, project, folder) => new ScenarioLoad(scenario, project, folder);
}
