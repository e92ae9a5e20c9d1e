using System.Globalization;
using Microsoft.Data.Sqlite;
using Microsoft.Extensions.Configuration;
using Npgsql;
using Samples.AdventureWorksApi.Data;
using Samples.Contracts.Hosting;

namespace Samples.AdventureWorksApi;

/// <summary>Where the data is.</summary>
public enum Provider
{
    /// <summary>In a file of SQLite, in the process: the one that ConnectionStrings:AdventureWorks names, or a temporary one.</summary>
    Sqlite,

    /// <summary>In PostgreSQL: ConnectionStrings:AdventureWorks says which.</summary>
    Postgres,
}

/// <summary>What writes the JSON. All write the same bytes.</summary>
public enum Serializer
{
    /// <summary>System.Text.Json by reflection.</summary>
    SystemTextJson,

    /// <summary>System.Text.Json with code generated at build time.</summary>
    SourceGenerated,

    /// <summary>Json.NET.</summary>
    Newtonsoft,
}

/// <summary>How the database is called.</summary>
public enum Mode
{
    /// <summary>Awaited. SQLite has no asynchronous calls: what is awaited has been executed by then, on the thread that awaits.</summary>
    Async,

    /// <summary>A thread waits.</summary>
    Sync,
}

/// <summary>What answers the requests.</summary>
public enum Style
{
    /// <summary>Minimal endpoints.</summary>
    Minimal,

    /// <summary>Controllers.</summary>
    Controllers,
}

/// <summary>The switches, each a configuration key of the same name.</summary>
public sealed record ApiSettings
{
    /// <summary>The keys.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        nameof(Provider),
        nameof(Serializer),
        nameof(Mode),
        nameof(Style),
        nameof(Data),
        nameof(MinThreads),
        nameof(DatabaseLatency),
        "ConnectionStrings",
    ];

    public Provider Provider { get; private init; }

    public Serializer Serializer { get; private init; }

    public Mode Mode { get; private init; }

    public Style Style { get; private init; }

    public DataSize Data { get; private init; }

    /// <summary>The pool starts so many threads without hesitating; null for the runtime's own number.</summary>
    public int? MinThreads { get; private init; }

    /// <summary>How much longer each command to the database takes, in whole milliseconds.</summary>
    public TimeSpan DatabaseLatency { get; private init; }

    public string ConnectionString { get; private init; } = "";

    /// <summary>Whether the application has a file of its own, which ends with it.</summary>
    public bool IsTemporary => Provider == Provider.Sqlite && new SqliteConnectionStringBuilder(ConnectionString).DataSource.Length == 0;

    /// <summary>Reads the configuration.</summary>
    /// <param name="configuration">Of the application.</param>
    /// <returns>The settings.</returns>
    /// <exception cref="SettingException">A value is none of those that there are: a typing error must not measure something
    /// else.</exception>
    public static ApiSettings From(IConfiguration configuration)
    {
        ArgumentNullException.ThrowIfNull(configuration);
        var settings = new ApiSettings
        {
            Provider = Read<Provider>(configuration),
            Serializer = Read<Serializer>(configuration),
            Mode = Read<Mode>(configuration),
            Style = Read<Style>(configuration),
            Data = Read<DataSize>(configuration, "Data"),
            MinThreads = ReadNumber(configuration, nameof(MinThreads), "a number", 1, 32_767),
            DatabaseLatency = TimeSpan.FromMilliseconds(
                ReadNumber(configuration, nameof(DatabaseLatency), "a number of milliseconds", 0, 10_000) ?? 0
            ),
            ConnectionString = configuration.GetConnectionString("AdventureWorks") ?? "",
        };
        ThrowIfUnusable(settings.Provider, settings.ConnectionString);
        return settings;
    }

    private static void ThrowIfUnusable(Provider provider, string connectionString)
    {
        const string key = "ConnectionStrings:AdventureWorks";
        var example =
            provider == Provider.Postgres
                ? "for instance Host=/var/run/postgresql;Database=adventureworks."
                : "for instance Data Source=adventureworks.db; a server of PostgreSQL needs Provider=Postgres.";
        try
        {
            if (provider == Provider.Postgres && string.IsNullOrEmpty(new NpgsqlConnectionStringBuilder(connectionString).Host))
                throw new SettingException($"Provider=Postgres needs {key} with a Host, {example}");
            if (provider == Provider.Sqlite && IsInMemory(new SqliteConnectionStringBuilder(connectionString)))
                throw new SettingException($"{key} names a database that each connection has for itself. Name a file, {example}");
        }
        catch (Exception e) when (e is ArgumentException or FormatException or InvalidCastException)
        {
            throw new SettingException($"{key} can't be read: {e.Message.Split('\n')[0].TrimEnd()} It is {example}");
        }
    }

    private static bool IsInMemory(SqliteConnectionStringBuilder connection) =>
        connection.Mode == SqliteOpenMode.Memory || connection.DataSource == ":memory:";

    private static T Read<T>(IConfiguration configuration, string? key = null)
        where T : struct, Enum => SettingException.Parse<T>(key ?? typeof(T).Name, configuration[key ?? typeof(T).Name]);

    private static int? ReadNumber(IConfiguration configuration, string key, string what, int least, int most) =>
        configuration[key] is not { Length: > 0 } text ? null
        : int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= least && number <= most ? number
        : throw new SettingException($"{key} is {what} from {least} to {most}, not '{text}'.");
}
