using Bench.PrivatePostgres;
using Samples.AdventureWorksApi;
using Suite.Tests.AdventureWorks;

[assembly: AssemblyFixture(typeof(SalesServer))]

namespace Suite.Tests.AdventureWorks;

/// <summary>The application on SQLite, or on a PostgreSQL that the tests share. Started when a test first needs it.</summary>
public sealed class SalesServer : IDisposable
{
    private readonly Lazy<PostgresCluster> cluster = new(PostgresCluster.Start);

    /// <summary>Skips the test if there is no PostgreSQL.</summary>
    /// <param name="database">Tests that change data use their own.</param>
    public string ConnectionString(string database)
    {
        Assert.SkipWhen(PostgresCluster.UnsupportedReason is not null, PostgresCluster.UnsupportedReason ?? "");
        return cluster.Value.ConnectionString(database);
    }

    public RunningApp Start(Provider provider, string database = "shared", params (string Name, string Value)[] switches)
    {
        var settings = switches.ToDictionary(setting => setting.Name, setting => setting.Value);
        settings["Provider"] = provider.ToString();
        // Without a name, SQLite's file is deleted with its application. The environment may name another.
        settings.TryAdd(
            "ConnectionStrings:AdventureWorks",
            provider == Provider.Postgres ? ConnectionString(database) + settings.GetValueOrDefault("Pool") : "Data Source="
        );
        return new RunningApp(new SampleFactory<AdventureWorksApp>(settings));
    }

    public void Dispose()
    {
        if (cluster.IsValueCreated)
            cluster.Value.Dispose();
    }
}

public sealed class RunningApp : IDisposable
{
    private readonly SampleFactory<AdventureWorksApp> factory;

    internal RunningApp(SampleFactory<AdventureWorksApp> factory)
    {
        this.factory = factory;
        Client = factory.CreateClient();
        Services = factory.Services;
    }

    public HttpClient Client { get; }

    public IServiceProvider Services { get; }

    public Task<Answer> Ask(Call call) => call.SendTo(Client);

    public void Dispose()
    {
        Client.Dispose();
        factory.Dispose();
    }
}
