using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.DependencyInjection;
using Npgsql;
using Samples.Contracts.Hosting;

namespace Samples.AdventureWorksApi.Data;

/// <summary>Opens the database and fills it where it is empty.</summary>
public static class Database
{
    /// <summary>Registers pooled contexts, and the temporary database of an application that names none.</summary>
    /// <param name="services">Of the application.</param>
    /// <param name="settings">Which provider.</param>
    public static void AddAdventureWorks(this IServiceCollection services, ApiSettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        if (settings.IsTemporary)
            services.AddSingleton<TemporaryDatabase>();
        services.AddDbContextPool<AdventureWorksContext>(
            (provider, options) =>
            {
                if (settings.Provider == Provider.Postgres)
                    options.UseNpgsql(settings.ConnectionString);
                else
                    options.UseSqlite(
                        settings.IsTemporary ? provider.GetRequiredService<TemporaryDatabase>().ConnectionString : settings.ConnectionString
                    );
                if (settings.DatabaseLatency > TimeSpan.Zero)
                    options.AddInterceptors(DatabaseLatency.Of(settings.Provider, settings.DatabaseLatency));
            }
        );
    }

    /// <summary>Makes sure that the data is there.</summary>
    /// <param name="services">Of the application.</param>
    /// <param name="size">How much of it.</param>
    /// <exception cref="SettingException">The database has data of another size, or can't be used.</exception>
    public static async Task Fill(this IServiceProvider services, DataSize size)
    {
        try
        {
            await using var scope = services.CreateAsyncScope();
            var database = scope.ServiceProvider.GetRequiredService<AdventureWorksContext>();
            if (database.Database.IsSqlite())
                await SqliteFilling.Fill(database, size);
            else
                await PostgresFilling.Fill(database, size);
        }
        catch (Exception e) when (Cause(e) is { } cause)
        {
            throw new SettingException(
                $"The database of ConnectionStrings:AdventureWorks can't be used: {cause.Message.Split('\n')[0].TrimEnd()}"
            );
        }
    }

    /// <summary>Whether a database has its data already.</summary>
    /// <exception cref="SettingException">It has other data.</exception>
    internal static async Task<bool> IsFilled(this AdventureWorksContext database, DataSize size)
    {
        if (await database.DataSets.AsNoTracking().FirstOrDefaultAsync() is not { } there)
            return false;
        return there.Name == size.ToString()
            ? true
            : throw new SettingException(
                $"The database holds the {there.Name} data, and Data is {size}: use another database, or drop this one."
            );
    }

    // Entity Framework wraps a server that is not there into an exception of its own.
    private static Exception? Cause(Exception e) =>
        e switch
        {
            PostgresException or SqliteException or System.Net.Sockets.SocketException => e,
            NpgsqlException or InvalidOperationException or TimeoutException when e.InnerException is { } inner => Cause(inner)
                ?? (e is NpgsqlException ? e : null),
            NpgsqlException or TimeoutException => e,
            _ => null,
        };
}
