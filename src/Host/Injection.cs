using System.Globalization;

namespace Bench.Host;

/// <summary>
/// A change of known size, to find out what a check would say of it: the body is called again on exactly a share of its invocations, and
/// so many bytes more are allocated for each operation. A share of 0 and no bytes is the same detour without a change.
/// </summary>
internal sealed class Injection(double share, long bytesPerInvocation)
{
    private const int SmallestObject = 24;

    /// <summary>Shares are counted in these parts of a call, for sums of binary fractions would not come out even.</summary>
    private const long Parts = 100_000;

    private readonly long step = (long)Math.Round(share * Parts);
    private long calls;
    private long debt;
    private object? kept;

    public static Injection Parse(string share, string bytesPerOperation, int operationsPerInvoke) =>
        new(
            double.Parse(share, CultureInfo.InvariantCulture),
            long.Parse(bytesPerOperation, CultureInfo.InvariantCulture) * operationsPerInvoke
        );

    public Delegate Into(Delegate call, Type result)
    {
        if (result == typeof(void))
            return Into((Action)call);
        if (result == typeof(ValueTask))
            return Into((Func<ValueTask>)call);
        if (typeof(Task).IsAssignableFrom(result))
            return Into((Func<Task>)call);
        var name =
            result is { IsGenericType: true } && result.GetGenericTypeDefinition() == typeof(ValueTask<>)
                ? nameof(IntoValueTask)
                : nameof(IntoValue);
        var of = name == nameof(IntoValueTask) ? result.GetGenericArguments()[0] : result;
        return (Delegate)GetType().GetMethod(name)!.MakeGenericMethod(of).Invoke(this, [call])!;
    }

    public Func<T> IntoValue<T>(Func<T> call) =>
        () =>
        {
            if (IsDue())
                call();
            return call();
        };

    public Func<ValueTask<T>> IntoValueTask<T>(Func<ValueTask<T>> call)
    {
        return () => IsDue() ? Twice() : call();

        async ValueTask<T> Twice()
        {
            await call().ConfigureAwait(false);
            return await call().ConfigureAwait(false);
        }
    }

    /// <summary>Whether an invocation is one of those that call the body again; what it owes of bytes is allocated.</summary>
    public bool IsDue()
    {
        // No object is smaller than 24 bytes: what is owed is collected until it makes one.
        debt += bytesPerInvocation;
        if (debt >= SmallestObject)
        {
            var size = debt - (debt % 8);
            kept = new byte[size - SmallestObject];
            debt -= size;
        }

        calls += step;
        if (calls < Parts)
            return false;
        calls -= Parts;
        return true;
    }

    private Action Into(Action call) =>
        () =>
        {
            if (IsDue())
                call();
            call();
        };

    private Func<Task> Into(Func<Task> call)
    {
        return () => IsDue() ? Twice() : call();

        async Task Twice()
        {
            await call().ConfigureAwait(false);
            await call().ConfigureAwait(false);
        }
    }

    private Func<ValueTask> Into(Func<ValueTask> call)
    {
        return () => IsDue() ? Twice() : call();

        async ValueTask Twice()
        {
            await call().ConfigureAwait(false);
            await call().ConfigureAwait(false);
        }
    }
}
