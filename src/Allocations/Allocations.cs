using System.Runtime.CompilerServices;
using Bench.Host;

namespace Bench.Allocations;

/// <summary>Assertions on the number of bytes that an operation allocates on the managed heap after a warm-up.</summary>
/// <remarks>
/// The count is exact, and other threads do not disturb it: it follows the operation over the threads on which it continues. Work that
/// the operation starts without awaiting it is counted as long as it ends before the operation does. Times are not measured.
/// </remarks>
public static class Allocations
{
    /// <summary>An operation without a result.</summary>
    /// <param name="operation">Called up to some thousand times on this thread, once a figure is asked for. Calls must be alike.</param>
    /// <param name="text">The operation as a failure quotes it; filled in by the compiler.</param>
    /// <exception cref="ArgumentNullException"><paramref name="operation"/> is null.</exception>
    public static AllocationBudget Of(Action operation, [CallerArgumentExpression(nameof(operation))] string text = "")
    {
        ArgumentNullException.ThrowIfNull(operation);
        return new AllocationBudget(new VoidRunner(operation), text);
    }

    /// <summary>An operation with a result, which is kept until the call has been counted.</summary>
    /// <typeparam name="T">A result. A task is refused, because only its beginning would be counted.</typeparam>
    /// <inheritdoc cref="Of(Action, string)"/>
    /// <exception cref="ArgumentException"><typeparamref name="T"/> is a task: use <see cref="OfAsync(Func{Task}, string)"/>.</exception>
    public static AllocationBudget Of<T>(Func<T> operation, [CallerArgumentExpression(nameof(operation))] string text = "")
    {
        ArgumentNullException.ThrowIfNull(operation);
        if (IsTask(typeof(T)))
            throw new ArgumentException(
                $"'{text}' returns a task. Use Allocations.{(typeof(Task).IsAssignableFrom(typeof(T)) ? nameof(OfAsync) : nameof(OfValueTask))}, and await it.",
                nameof(operation)
            );
        return new AllocationBudget(new ValueRunner<T>(operation), text);
    }

    /// <summary>An asynchronous operation, counted from its call to its end on every thread where it continues.</summary>
    /// <param name="operation">Called and awaited up to some thousand times, one after the other, once a figure is asked for.</param>
    /// <param name="text">The operation as a failure quotes it; filled in by the compiler.</param>
    /// <exception cref="ArgumentNullException"><paramref name="operation"/> is null.</exception>
    public static AsyncAllocationBudget OfAsync(Func<Task> operation, [CallerArgumentExpression(nameof(operation))] string text = "")
    {
        ArgumentNullException.ThrowIfNull(operation);
        return new AsyncAllocationBudget(new TaskRunner(operation), text);
    }

    /// <summary>An asynchronous operation that returns a <see cref="ValueTask"/>, which may allocate nothing.</summary>
    /// <inheritdoc cref="OfAsync(Func{Task}, string)"/>
    public static AsyncAllocationBudget OfValueTask(
        Func<ValueTask> operation,
        [CallerArgumentExpression(nameof(operation))] string text = ""
    )
    {
        ArgumentNullException.ThrowIfNull(operation);
        return new AsyncAllocationBudget(new ValueTaskRunner(operation), text);
    }

    /// <summary>An asynchronous operation that returns a <see cref="ValueTask{T}"/>, which may allocate nothing.</summary>
    /// <typeparam name="T">The result.</typeparam>
    /// <inheritdoc cref="OfAsync(Func{Task}, string)"/>
    public static AsyncAllocationBudget OfValueTask<T>(
        Func<ValueTask<T>> operation,
        [CallerArgumentExpression(nameof(operation))] string text = ""
    )
    {
        ArgumentNullException.ThrowIfNull(operation);
        return new AsyncAllocationBudget(new ValueTaskRunner<T>(operation), text);
    }

    private static bool IsTask(Type type) =>
        typeof(Task).IsAssignableFrom(type)
        || type == typeof(ValueTask)
        || (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ValueTask<>));
}
