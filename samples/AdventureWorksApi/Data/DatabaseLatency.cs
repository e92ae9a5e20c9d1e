using System.Data.Common;
using System.Globalization;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace Samples.AdventureWorksApi.Data;

/// <summary>Makes each command take longer, as a database behind a network or with more work does.</summary>
public abstract class DatabaseLatency : DbCommandInterceptor
{
    /// <summary>The interceptor of a provider.</summary>
    /// <param name="provider">Where the data is.</param>
    /// <param name="latency">Above zero.</param>
    public static DatabaseLatency Of(Provider provider, TimeSpan latency) =>
        provider == Provider.Postgres ? new Slept(latency) : new Simulated(latency);

    public override InterceptionResult<DbDataReader> ReaderExecuting(
        DbCommand command,
        CommandEventData eventData,
        InterceptionResult<DbDataReader> result
    )
    {
        Add(command);
        return result;
    }

    public override InterceptionResult<object> ScalarExecuting(
        DbCommand command,
        CommandEventData eventData,
        InterceptionResult<object> result
    )
    {
        Add(command);
        return result;
    }

    public override InterceptionResult<int> NonQueryExecuting(DbCommand command, CommandEventData eventData, InterceptionResult<int> result)
    {
        Add(command);
        return result;
    }

    public override async ValueTask<InterceptionResult<DbDataReader>> ReaderExecutingAsync(
        DbCommand command,
        CommandEventData eventData,
        InterceptionResult<DbDataReader> result,
        CancellationToken cancellationToken = default
    )
    {
        await AddAsync(command, cancellationToken);
        return result;
    }

    public override async ValueTask<InterceptionResult<object>> ScalarExecutingAsync(
        DbCommand command,
        CommandEventData eventData,
        InterceptionResult<object> result,
        CancellationToken cancellationToken = default
    )
    {
        await AddAsync(command, cancellationToken);
        return result;
    }

    public override async ValueTask<InterceptionResult<int>> NonQueryExecutingAsync(
        DbCommand command,
        CommandEventData eventData,
        InterceptionResult<int> result,
        CancellationToken cancellationToken = default
    )
    {
        await AddAsync(command, cancellationToken);
        return result;
    }

    protected abstract void Add(DbCommand command);

    protected abstract Task AddAsync(DbCommand command, CancellationToken cancellationToken);

    /// <summary>
    /// PostgreSQL itself sleeps, in a command of its own before each: the driver waits for it as for a slow query, with a thread or
    /// without. As a second statement of the same command it would be sent by a thread of the pool, also by synchronous code, and
    /// would show a blocked pool as much slower than a slow query does.
    /// </summary>
    private sealed class Slept(TimeSpan latency) : DatabaseLatency
    {
        private readonly string statement = string.Create(CultureInfo.InvariantCulture, $"SELECT pg_sleep({latency.TotalSeconds})");

        protected override void Add(DbCommand command)
        {
            using var sleep = Before(command);
            sleep.ExecuteNonQuery();
        }

        protected override async Task AddAsync(DbCommand command, CancellationToken cancellationToken)
        {
            await using var sleep = Before(command);
            await sleep.ExecuteNonQueryAsync(cancellationToken);
        }

        private DbCommand Before(DbCommand command)
        {
            var sleep = command.Connection!.CreateCommand();
            sleep.Transaction = command.Transaction;
            sleep.CommandText = statement;
            return sleep;
        }
    }

    /// <summary>SQLite has no sleep and no round trip: the caller waits before the command, with a thread or without.</summary>
    private sealed class Simulated(TimeSpan latency) : DatabaseLatency
    {
        protected override void Add(DbCommand command) => Thread.Sleep(latency);

        protected override Task AddAsync(DbCommand command, CancellationToken cancellationToken) => Task.Delay(latency, cancellationToken);
    }
}
