using System.Diagnostics;
using System.Globalization;
using Bench.Allocations;
using Bench.Comparison;

namespace Lab.AllocationBudgets;

internal static class AllocationBudgetsRun
{
    public static int Run(AllocationBudgetsOptions options, Context context)
    {
        context.Screen.WriteLine("| condition | operation | B per call | assertions | wrong | median ms | 99% within ms | slowest ms |");
        context.Screen.WriteLine("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |");
        foreach (var operation in KnownOperation.All)
        {
            var bytes = operation.Bytes ?? operation.Count().GetAwaiter().GetResult();
            Write(context, "idle", operation, bytes, Assert(operation, bytes, options.Runs, context.Cancellation));
            using (new AllocatingCores())
                Write(context, "all cores busy", operation, bytes, Assert(operation, bytes, options.Runs, context.Cancellation));
            Write(context, $"{options.Threads} in parallel", operation, bytes, AssertInParallel(operation, bytes, options, context));
        }

        return (int)ExitCode.Passed;
    }

    private static List<Assertion> AssertInParallel(
        KnownOperation operation,
        double bytes,
        AllocationBudgetsOptions options,
        Context context
    )
    {
        var all = new List<Assertion>[options.Threads];
        var threads = all.Select((_, index) => new Thread(() => all[index] = Assert(operation, bytes, options.Runs, context.Cancellation)))
            .ToList();
        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());
        context.Cancellation.ThrowIfCancellationRequested();
        return [.. all.SelectMany(assertions => assertions)];
    }

    // The budget is what a call allocates, so that a byte too many fails; the count shows a byte too few.
    private static List<Assertion> Assert(KnownOperation operation, double bytes, int runs, CancellationToken cancellation)
    {
        var assertions = new List<Assertion>(runs);
        for (var run = 0; run < runs && !cancellation.IsCancellationRequested; run++)
        {
            var clock = Stopwatch.StartNew();
            var isWithin = IsWithin(operation, (long)bytes);
            var time = clock.Elapsed;
            assertions.Add(new(isWithin && operation.Count().GetAwaiter().GetResult() == bytes, time));
        }

        return assertions;
    }

    private static bool IsWithin(KnownOperation operation, long budget)
    {
        try
        {
            operation.Assert(budget).GetAwaiter().GetResult();
            return true;
        }
        catch (AllocationBudgetException)
        {
            return false;
        }
    }

    private static void Write(Context context, string condition, KnownOperation operation, double bytes, List<Assertion> assertions)
    {
        double[] times = [.. assertions.Select(assertion => assertion.Time.TotalMilliseconds).Order()];
        context.Cancellation.ThrowIfCancellationRequested();
        context.Screen.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"| {condition} | {operation.Name} | {bytes} | {times.Length} | {assertions.Count(assertion => !assertion.IsRight)} | {times[times.Length / 2]:0.0} | {times[times.Length * 99 / 100]:0.0} | {times[^1]:0.0} |"
            )
        );
    }

    private readonly record struct Assertion(bool IsRight, TimeSpan Time);
}
