using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.Extensions.DependencyInjection;
using Npgsql;
using Samples.Contracts.Hosting;

namespace Samples.AdventureWorksApi.Data;

/// <summary>Opens the database and fills it where it is empty.</summary>
public static class Database
{
    /// <summary>Only one process at a time fills a database.</summary>
    private const long LockOfFilling = 0x41645772;

    private static readonly TimeSpan BetweenAttempts = TimeSpan.FromMilliseconds(50);

    /// <summary>Registers pooled contexts.</summary>
    /// <param name="services">Of the application.</param>
    /// <param name="settings">Which provider.</param>
    public static void AddAdventureWorks(this IServiceCollection services, ApiSettings settings)
    {
        // One name an application: two in one process, as in tests, share nothing.
        var name = Guid.NewGuid().ToString();
        services.AddDbContextPool<AdventureWorksContext>(options =>
        {
            if (settings.Provider == Provider.Postgres)
                options.UseNpgsql(settings.ConnectionString);
            else
                options.UseInMemoryDatabase(name);
        });
    }

    /// <summary>Makes sure that the data is there.</summary>
    /// <param name="services">Of the application.</param>
    /// <param name="size">How much of it.</param>
    /// <exception cref="SettingException">The database has data of another size, or can't be reached.</exception>
    public static async Task Fill(this IServiceProvider services, DataSize size)
    {
        try
        {
            await using var scope = services.CreateAsyncScope();
            var database = scope.ServiceProvider.GetRequiredService<AdventureWorksContext>();
            if (database.Database.IsInMemory())
                await FillMemory(database, SalesData.Of(size), size);
            else
                await FillPostgres(database, size);
        }
        catch (Exception e) when (Cause(e) is { } cause)
        {
            throw new SettingException(
                $"The database of ConnectionStrings:AdventureWorks can't be used: {cause.Message.Split('\n')[0].TrimEnd()}"
            );
        }
        catch (TypeLoadException)
        {
            // A feed without the Npgsql that Entity Framework's provider asks for gives it the next, which it does not know.
            throw new SettingException(
                $"Npgsql {typeof(NpgsqlConnection).Assembly.GetName().Version?.ToString(3)} does not fit Entity Framework {typeof(DbContext).Assembly.GetName().Version?.ToString(3)}: the package feed of the build has no other. Provider=InMemory works."
            );
        }
    }

    // Entity Framework wraps a server that is not there into an exception of its own.
    private static Exception? Cause(Exception e) =>
        e switch
        {
            PostgresException or System.Net.Sockets.SocketException => e,
            NpgsqlException or InvalidOperationException or TimeoutException when e.InnerException is { } inner => Cause(inner)
                ?? (e is NpgsqlException ? e : null),
            NpgsqlException or TimeoutException => e,
            _ => null,
        };

    private static async Task FillMemory(AdventureWorksContext database, SalesData data, DataSize size)
    {
        database.AddRange(data.Products);
        database.AddRange(data.Customers);
        database.AddRange(data.Orders);
        database.Add(Filled(data, size));
        await database.SaveChangesAsync();
    }

    private static async Task FillPostgres(AdventureWorksContext database, DataSize size)
    {
        var creator = database.GetService<IRelationalDatabaseCreator>();
        if (!await creator.ExistsAsync())
            await Create(creator);

        await database.Database.OpenConnectionAsync();
        var connection = (NpgsqlConnection)database.Database.GetDbConnection();
        await Lock(connection);
        try
        {
            await database.Database.EnsureCreatedAsync();
            if (await database.DataSets.AsNoTracking().FirstOrDefaultAsync() is { } there)
            {
                if (there.Name != size.ToString())
                    throw new SettingException(
                        $"The database holds the {there.Name} data, and Data is {size}: use another database, or drop this one."
                    );
                return;
            }

            await Copy(database, SalesData.Of(size), size);
        }
        finally
        {
            await Run(connection, $"SELECT pg_advisory_unlock({LockOfFilling})");
            await database.Database.CloseConnectionAsync();
        }
    }

    // Not by a query that waits: its snapshot would keep the rows of the one that fills from being frozen and marked as visible, and who
    // starts together with others would have a slower database for good.
    private static async Task Lock(NpgsqlConnection connection)
    {
        await using var command = new NpgsqlCommand($"SELECT pg_try_advisory_lock({LockOfFilling})", connection);
        while (await command.ExecuteScalarAsync() is not true)
            await Task.Delay(BetweenAttempts);
    }

    private static async Task Create(IRelationalDatabaseCreator creator)
    {
        try
        {
            await creator.CreateAsync();
        }
        catch (PostgresException e) when (e.SqlState is PostgresErrorCodes.DuplicateDatabase or PostgresErrorCodes.UniqueViolation)
        {
            // Another process was faster.
        }
    }

    // All or nothing: a process that dies meanwhile leaves empty tables.
    private static async Task Copy(AdventureWorksContext database, SalesData data, DataSize size)
    {
        var connection = (NpgsqlConnection)database.Database.GetDbConnection();
        await using var transaction = await connection.BeginTransactionAsync();
        await Copy(database, data.Products);
        await Copy(database, data.Customers);
        await Copy(database, data.Orders);
        await Copy(database, data.Orders.SelectMany(order => order.Details));
        await Copy(database, [Filled(data, size)]);
        await transaction.CommitAsync();
        // Fresh rows are marked as visible by whoever reads them first, or by the server a minute later: what is measured meanwhile is
        // slower, and other plans are chosen.
        await Run(connection, "VACUUM (FREEZE, ANALYZE)");
    }

    private static async Task Copy<T>(AdventureWorksContext database, IEnumerable<T> rows)
    {
        var entity = database.Model.FindEntityType(typeof(T))!;
        var table = entity.GetTableName()!;
        var columns = entity
            .GetProperties()
            .Select(property => (Name: $"\"{property.GetColumnName()}\"", Type: property.GetColumnType(), Property: property.PropertyInfo!))
            .ToArray();
        var connection = (NpgsqlConnection)database.Database.GetDbConnection();
        await using (
            var writer = await connection.BeginBinaryImportAsync(
                $"COPY {table} ({string.Join(", ", columns.Select(column => column.Name))}) FROM STDIN (FORMAT BINARY)"
            )
        )
        {
            foreach (var row in rows)
            {
                await writer.StartRowAsync();
                foreach (var (_, type, property) in columns)
                {
                    if (property.GetValue(row) is { } content)
                        await writer.WriteAsync(content, type);
                    else
                        await writer.WriteNullAsync();
                }
            }

            await writer.CompleteAsync();
        }

        // What is inserted next gets the next number.
        foreach (
            var key in entity
                .GetProperties()
                .Where(property =>
                    property.IsPrimaryKey() && property.ValueGenerated == ValueGenerated.OnAdd && property.ClrType == typeof(int)
                )
        )
            await Run(
                connection,
                $"""SELECT setval(pg_get_serial_sequence('{table}', '{key.GetColumnName()}'), max("{key.GetColumnName()}")) FROM {table}"""
            );
    }

    private static async Task Run(NpgsqlConnection connection, string sql)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync();
    }

    private static DataSet Filled(SalesData data, DataSize size) =>
        new()
        {
            Name = size.ToString(),
            Orders = data.Orders.Length,
            Details = data.Orders.Sum(order => order.Details.Count),
        };
}
