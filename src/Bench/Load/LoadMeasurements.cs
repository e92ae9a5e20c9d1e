namespace Bench.Load;

/// <summary>What the load verbs measure with: the servers and generators of this machine. Tests pass recorded figures instead.</summary>
internal sealed record LoadMeasurements
{
    public static LoadMeasurements OfThisMachine { get; } = new();

    /// <summary>The names and versions of the generators.</summary>
    public Func<IReadOnlyList<string>> Generators { get; init; } =
        static () => [Tool.Wrk.Version("-v").Split(" Copyright")[0], Tool.H2Load.Version("--version")];

    /// <summary>How many connections this machine allows.</summary>
    public Func<Reach> Reach { get; init; } = static () => Load.Reach.OfThisMachine;

    /// <summary>From arms, the environment variables of all servers and a folder for their files.</summary>
    public Func<LoadMatrix, IReadOnlyList<string>, string, IMatrixLoad> Matrix { get; init; } =
        static (matrix, variables, folder) => new MatrixLoad(matrix, variables, folder);

    /// <summary>From a server, the settings of a sweep, how many connections there can be and a folder.</summary>
    public Func<SweptServer, SweepSettings, Reach, string, ISweepLoad> Sweep { get; init; } =
        static (server, settings, reach, folder) => new SweepLoad(server, settings, reach, folder);

    /// <summary>From a scenario, its project, which is null for a server of the user's own, and a folder.</summary>
    public Func<Scenario, string?, string, IScenarioLoad> Scenario { get; init; } =
        static (scenario, project, folder) => new ScenarioLoad(scenario, project, folder);
}
