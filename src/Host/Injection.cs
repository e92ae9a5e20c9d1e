using System.Globalization;

namespace Bench.Host;

// Injects a change of known size, to test whether a check detects it. An exact share of the invocations call the body twice, and each
// operation allocates extra bytes. A share of 0 and no bytes takes the same detour without a change.
internal sealed class Injection(double share, long bytesPerInvocation)
{
    private const int SmallestObject = 24;

    // The share is counted in integers, because a sum of binary fractions does not come out even.
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

    // Allocates the extra bytes, and returns whether this invocation calls the body twice.
    public bool IsDue()
    {
        // No object is smaller than 24 bytes, so bytes are saved up until they make one.
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
