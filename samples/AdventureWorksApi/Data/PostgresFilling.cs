using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage;
using Npgsql;

namespace Samples.AdventureWorksApi.Data;

/// <summary>Creates a database of PostgreSQL and copies the data into it.</summary>
internal static class PostgresFilling
{
    /// <summary>Only one process at a time fills a database.</summary>
    private const long LockOfFilling = 0x41645772;

    private static readonly TimeSpan BetweenAttempts = TimeSpan.FromMilliseconds(50);

    public static async Task Fill(AdventureWorksContext database, DataSize size)
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
            if (!await database.IsFilled(size))
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
        await Copy(database, [DataSet.Of(data, size)]);
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
}
