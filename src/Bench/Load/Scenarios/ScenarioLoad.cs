using Bench.Runner;

namespace Bench.Load;

/// <param name="project">Project of the server; null if the server is the user's own.</param>
/// <param name="folder">For published programs and the generator's files.</param>
internal sealed class ScenarioLoad(Scenario scenario, string? project, string folder) : IScenarioLoad
{
    private readonly ScenarioRun run = new(scenario, folder);
    private SampleServer? server;

    public void Start(CancellationToken cancellationToken)
    {
        if (project is null)
            return;
        var program = ServerProject.Publish(
            project,
            Path.Combine(folder, "server"),
            new Dictionary<string, string>(),
            cancellationToken,
            temporary: TemporaryFiles.Of(folder)
        );
        server = SampleServer.Start(
            new ServerStart(program, scenario.Switches, []) { Temporary = TemporaryFiles.Of(folder) },
            cancellationToken
        );
    }

    public ScenarioResult Run(CancellationToken cancellationToken) =>
        SampleServer.Load(server, () =>
            run.Run(server?.Addresses[0] ?? scenario.Url!, server is null ? null : () => server.HasEnded, cancellationToken)
        );

    public ScenarioResult? Part(string why) => run.Part(why);

    public void Dispose() => server?.Dispose();
}
