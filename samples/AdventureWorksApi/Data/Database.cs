using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.Extensions.DependencyInjection;
using Npgsql;
using NpgsqlTypes;
using Samples.Contracts.Hosting;

namespace Samples.AdventureWorksApi.Data;

/// <summary>Opens the database and fills it where it is empty.</summary>
public static class Database
{
    /// <summary>Only one process at a time fills a database.</summary>
    private const long LockOfFilling = 0x41645772;

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
        await using var scope = services.CreateAsyncScope();
        var database = scope.ServiceProvider.GetRequiredService<AdventureWorksContext>();
        if (database.Database.IsInMemory())
        {
            await FillMemory(database, SalesData.Of(size), size);
            return;
        }

        try
        {
            await FillPostgres(database, size);
        }
        catch (Exception e) when (e is NpgsqlException or System.Net.Sockets.SocketException)
        {
            throw new SettingException($"The database of ConnectionStrings:AdventureWorks can't be used: {e.Message.Split('\n')[0].TrimEnd()}");
        }
    }

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
        await Run(connection, $"SELECT pg_advisory_lock({LockOfFilling})");
        try
        {
            await database.Database.EnsureCreatedAsync();
            if (await database.DataSets.AsNoTracking().FirstOrDefaultAsync() is { } there)
            {
                if (there.Name != size.ToString())
                    throw new SettingException($"The database holds the {there.Name} data, and Data is {size}: use another database, or drop this one.");
                return;
            }

            await Copy(connection, SalesData.Of(size), size);
        }
        finally
        {
            await Run(connection, $"SELECT pg_advisory_unlock({LockOfFilling})");
            await database.Database.CloseConnectionAsync();
        }
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
    private static async Task Copy(NpgsqlConnection connection, SalesData data, DataSize size)
    {
        await using var transaction = await connection.BeginTransactionAsync();
        await Copy(connection, "product", data.Products,
        [
            ("ProductId", NpgsqlDbType.Integer, p => p.ProductId),
            ("Name", NpgsqlDbType.Varchar, p => p.Name),
            ("ProductNumber", NpgsqlDbType.Varchar, p => p.ProductNumber),
            ("Color", NpgsqlDbType.Varchar, p => p.Color),
            ("StandardCost", NpgsqlDbType.Numeric, p => p.StandardCost),
            ("ListPrice", NpgsqlDbType.Numeric, p => p.ListPrice),
            ("Size", NpgsqlDbType.Varchar, p => p.Size),
            ("Weight", NpgsqlDbType.Numeric, p => p.Weight),
            ("SellStartDate", NpgsqlDbType.TimestampTz, p => p.SellStartDate),
            ("IsDiscontinued", NpgsqlDbType.Boolean, p => p.IsDiscontinued),
        ]);
        await Copy(connection, "customer", data.Customers,
        [
            ("CustomerId", NpgsqlDbType.Integer, c => c.CustomerId),
            ("AccountNumber", NpgsqlDbType.Varchar, c => c.AccountNumber),
            ("FirstName", NpgsqlDbType.Varchar, c => c.FirstName),
            ("LastName", NpgsqlDbType.Varchar, c => c.LastName),
            ("EmailAddress", NpgsqlDbType.Varchar, c => c.EmailAddress),
        ]);
        await Copy(connection, "order_header", data.Orders,
        [
            ("OrderId", NpgsqlDbType.Integer, o => o.OrderId),
            ("CustomerId", NpgsqlDbType.Integer, o => o.CustomerId),
            ("OrderDate", NpgsqlDbType.TimestampTz, o => o.OrderDate),
            ("DueDate", NpgsqlDbType.TimestampTz, o => o.DueDate),
            ("ShipDate", NpgsqlDbType.TimestampTz, o => o.ShipDate),
            ("Status", NpgsqlDbType.Smallint, o => o.Status),
            ("IsOnlineOrder", NpgsqlDbType.Boolean, o => o.IsOnlineOrder),
            ("PurchaseOrderNumber", NpgsqlDbType.Varchar, o => o.PurchaseOrderNumber),
            ("CarrierTrackingNumber", NpgsqlDbType.Varchar, o => o.CarrierTrackingNumber),
            ("SubTotal", NpgsqlDbType.Numeric, o => o.SubTotal),
            ("TaxAmount", NpgsqlDbType.Numeric, o => o.TaxAmount),
            ("Freight", NpgsqlDbType.Numeric, o => o.Freight),
            ("TotalDue", NpgsqlDbType.Numeric, o => o.TotalDue),
            ("RowGuid", NpgsqlDbType.Uuid, o => o.RowGuid),
            ("ModifiedDate", NpgsqlDbType.TimestampTz, o => o.ModifiedDate),
        ]);
        await Copy(connection, "order_detail", data.Orders.SelectMany(order => order.Details),
        [
            ("OrderDetailId", NpgsqlDbType.Integer, d => d.OrderDetailId),
            ("OrderId", NpgsqlDbType.Integer, d => d.OrderId),
            ("ProductId", NpgsqlDbType.Integer, d => d.ProductId),
            ("ProductName", NpgsqlDbType.Varchar, d => d.ProductName),
            ("Quantity", NpgsqlDbType.Smallint, d => d.Quantity),
            ("UnitPrice", NpgsqlDbType.Numeric, d => d.UnitPrice),
            ("UnitPriceDiscount", NpgsqlDbType.Numeric, d => d.UnitPriceDiscount),
            ("LineTotal", NpgsqlDbType.Numeric, d => d.LineTotal),
            ("RowGuid", NpgsqlDbType.Uuid, d => d.RowGuid),
            ("ModifiedDate", NpgsqlDbType.TimestampTz, d => d.ModifiedDate),
        ]);
        await Copy(connection, "data_set", [Filled(data, size)],
        [
            ("Name", NpgsqlDbType.Varchar, d => d.Name),
            ("Orders", NpgsqlDbType.Integer, d => d.Orders),
            ("Details", NpgsqlDbType.Integer, d => d.Details),
        ]);
        // What is inserted next gets the next number.
        foreach (var (table, key) in new[] { ("product", "ProductId"), ("customer", "CustomerId"), ("order_header", "OrderId"), ("order_detail", "OrderDetailId") })
            await Run(connection, $"""SELECT setval(pg_get_serial_sequence('{table}', '{key}'), max("{key}")) FROM {table}""");
        await transaction.CommitAsync();
        await Run(connection, "ANALYZE");
    }

    private static async Task Copy<T>(NpgsqlConnection connection, string table, IEnumerable<T> rows, (string Name, NpgsqlDbType Type, Func<T, object?> Value)[] columns)
    {
        await using var writer = await connection.BeginBinaryImportAsync($"COPY {table} ({string.Join(", ", columns.Select(column => $"\"{column.Name}\""))}) FROM STDIN (FORMAT BINARY)");
        foreach (var row in rows)
        {
            await writer.StartRowAsync();
            foreach (var (_, type, value) in columns)
            {
                if (value(row) is { } content)
                    await writer.WriteAsync(content, type);
                else
                    await writer.WriteNullAsync();
            }
        }

        await writer.CompleteAsync();
    }

    private static async Task Run(NpgsqlConnection connection, string sql)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync();
    }

    private static DataSet Filled(SalesData data, DataSize size) =>
        new() { Name = size.ToString(), Orders = data.Orders.Length, Details = data.Orders.Sum(order => order.Details.Count) };
}
