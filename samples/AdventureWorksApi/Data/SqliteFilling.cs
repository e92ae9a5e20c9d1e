using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage;

namespace Samples.AdventureWorksApi.Data;

/// <summary>Creates a file of SQLite and inserts the data.</summary>
internal static class SqliteFilling
{
    public static async Task Fill(AdventureWorksContext database, DataSize size)
    {
        var creator = database.GetService<IRelationalDatabaseCreator>();
        // One that is filled may be read-only.
        if (await creator.ExistsAsync() && await creator.HasTablesAsync() && await database.IsFilled(size))
            return;

        await creator.CreateAsync();
        // A transaction that may write from its beginning: only one process at a time fills a database, and all or nothing.
        await using (var transaction = await database.Database.BeginTransactionAsync())
        {
            if (!await creator.HasTablesAsync())
                await creator.CreateTablesAsync();
            if (await database.IsFilled(size))
                return;

            var data = SalesData.Of(size);
            Insert(database, data.Products);
            Insert(database, data.Customers);
            Insert(database, data.Orders);
            Insert(database, data.Orders.SelectMany(order => order.Details));
            Insert(database, [DataSet.Of(data, size)]);
            await database.Database.ExecuteSqlAsync($"ANALYZE");
            await transaction.CommitAsync();
        }

        // All readers find the rows in the file itself, and not in the log beside it.
        await database.Database.ExecuteSqlAsync($"PRAGMA wal_checkpoint(TRUNCATE)");
    }

    private static void Insert<T>(AdventureWorksContext database, IEnumerable<T> rows)
    {
        var entity = database.Model.FindEntityType(typeof(T))!;
        var columns = entity
            .GetProperties()
            .Select(property => (Name: property.GetColumnName(), property.GetTypeMapping().Converter, Property: property.PropertyInfo!))
            .ToArray();
        using var command = (SqliteCommand)database.Database.GetDbConnection().CreateCommand();
        command.Transaction = (SqliteTransaction)database.Database.CurrentTransaction!.GetDbTransaction();
        command.CommandText =
            $"INSERT INTO {entity.GetTableName()} ({string.Join(", ", columns.Select(column => $"\"{column.Name}\""))}) VALUES ({string.Join(", ", columns.Select(column => $"${column.Name}"))})";
        SqliteParameter[] parameters = [.. columns.Select(column => command.Parameters.AddWithValue($"${column.Name}", null))];
        foreach (var row in rows)
        {
            foreach (var (parameter, column) in parameters.Zip(columns))
            {
                var content = column.Property.GetValue(row);
                parameter.Value = (column.Converter is { } converter ? converter.ConvertToProvider(content) : content) ?? DBNull.Value;
            }

            command.ExecuteNonQuery();
        }
    }
}
