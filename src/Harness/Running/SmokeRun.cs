using System.Diagnostics;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Host;
using BenchmarkDotNet.Running;

namespace Bench.Harness.Running;

// Runs every benchmark once in this process, with its set-up and the checks in it, and compares the answers of the variants of a group.
// Measures nothing.
internal static class SmokeRun
{
    private static readonly JsonSerializerOptions Json = new()
    {
        // The fields of tuples.
        IncludeFields = true,
        NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    };

    // The limit is that of one benchmark, including its set-up.
    public static int Run(BenchmarkRunInfo[] wanted, TimeSpan limit, HarnessContext context)
    {
        // The hosts of web applications handle these signals too, and would let the run go on without them.
        using var interrupted = PosixSignalRegistration.Create(PosixSignal.SIGINT, Leave);
        using var terminated = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Leave);
        var clock = Stopwatch.StartNew();
        var (failures, benchmarks) = (0, 0);
        foreach (var info in wanted)
        {
            BenchmarkCase[] callable = [.. info.BenchmarksCases.Where(benchmark => !IsOfSpans(benchmark.Descriptor.WorkloadMethod))];
            var problems = RunClass(callable, limit);
            context.Output.WriteLine($"{(problems.Count == 0 ? "ok    " : "FAILED")} {info.Type.FullName}: {callable.Length} benchmarks");
            foreach (var skipped in info.BenchmarksCases.Except(callable))
                context.Output.WriteLine($"       not run: {Name(skipped)}: a span cannot be passed or kept by reflection");
            foreach (var problem in problems)
                context.Error.WriteLine($"benchmarks: failed: {problem}");
            failures += problems.Count;
            benchmarks += callable.Length;
        }

        context.Output.WriteLine(
            FormattableString.Invariant(
                $"Smoke: {benchmarks} benchmarks ran once, {failures} problems, {clock.Elapsed.TotalSeconds:0} s. Nothing was measured."
            )
        );
        return failures == 0 ? HarnessExitCode.Success : HarnessExitCode.Failure;

        void Leave(PosixSignalContext signal)
        {
            signal.Cancel = true;
            context.Error.WriteLine("benchmarks: interrupted. Nothing was measured.");
            Environment.Exit(HarnessExitCode.Interrupted);
        }
    }

    private static List<string> RunClass(IEnumerable<BenchmarkCase> cases, TimeSpan limit)
    {
        var problems = new List<string>();
        var answers = new Dictionary<string, (string Alternative, string Answer)>();
        foreach (var benchmark in cases)
        {
            try
            {
                if (RunOnce(benchmark, limit) is not { } answer)
                    continue;
                var alternative = benchmark.Descriptor.WorkloadMethod.Name;
                // If frameworks are the variants, each method is a group.
                var category =
                    $"{benchmark.Parameters.DisplayInfo} {string.Join(',', benchmark.Descriptor.Categories)} {(benchmark.Descriptor.Type.IsDefined(typeof(FrameworksAttribute), inherit: true) ? alternative : "")}";
                if (answer == "null")
                    problems.Add($"{Name(benchmark)}: returned nothing, so its work cannot be checked");
                else if (!answers.TryAdd(category, (alternative, answer)) && answers[category].Answer != answer)
                    problems.Add(
                        $"{Name(benchmark)}: answered {Short(answer)}, {answers[category].Alternative} {Short(answers[category].Answer)}"
                    );
            }
            catch (Exception problem)
            {
                problems.Add($"{Name(benchmark)}: {(problem as TargetInvocationException)?.InnerException?.Message ?? problem.Message}");
            }
        }

        return problems;
    }

    // On a separate thread, so that one that hangs can be left behind.
    private static string? RunOnce(BenchmarkCase benchmark, TimeSpan limit)
    {
        var run = Task.Factory.StartNew(
            () => RunOnce(benchmark),
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default
        );
        return Task.WhenAny(run, Task.Delay(limit)).GetAwaiter().GetResult() == run
            ? run.GetAwaiter().GetResult()
            : throw new TimeoutException(FormattableString.Invariant($"did not end within {limit.TotalSeconds:0} s"));
    }

    // The answer as text; null without a comparable answer.
    private static string? RunOnce(BenchmarkCase benchmark)
    {
        var instance = Activator.CreateInstance(benchmark.Descriptor.Type)!;
        foreach (var parameter in benchmark.Parameters.Items.Where(parameter => !parameter.IsArgument))
            ConstantValue.Set(instance, parameter.Name, parameter.Value);
        object?[] arguments =
        [
            .. benchmark
                .Parameters.Items.Where(parameter => parameter.IsArgument)
                .Zip(benchmark.Descriptor.WorkloadMethod.GetParameters(), (argument, parameter) =>
                    ConstantValue.As(parameter.ParameterType, argument.Value)
                ),
        ];

        Invoke(benchmark.Descriptor.GlobalSetupMethod, instance);
        try
        {
            Invoke(benchmark.Descriptor.IterationSetupMethod, instance);
            var method = benchmark.Descriptor.WorkloadMethod;
            var returned = Invoke(method, instance, arguments);
            // Before the clean-up removes what the answer refers to.
            var answer = ReturnsNothing(method) ? null : AsText(returned);
            Invoke(benchmark.Descriptor.IterationCleanupMethod, instance);
            return answer;
        }
        finally
        {
            Invoke(benchmark.Descriptor.GlobalCleanupMethod, instance);
        }
    }

    private static object? Invoke(MethodInfo? method, object instance, params object?[] arguments)
    {
        var result = method?.Invoke(instance, arguments);
        if (result is ValueTask plain)
            result = plain.AsTask();
        else if (result?.GetType() is { IsGenericType: true } type && type.GetGenericTypeDefinition() == typeof(ValueTask<>))
            result = type.GetMethod(nameof(ValueTask<>.AsTask))!.Invoke(result, null);
        if (result is not Task task)
            return result;

        task.GetAwaiter().GetResult();
        return task.GetType().GetProperty(nameof(Task<>.Result))?.GetValue(task);
    }

    private static bool ReturnsNothing(MethodInfo method) =>
        method.ReturnType == typeof(void) || method.ReturnType == typeof(Task) || method.ReturnType == typeof(ValueTask);

    private static bool IsOfSpans(MethodInfo method) =>
        method.ReturnType is { IsByRefLike: true } or { IsPointer: true }
        || method.GetParameters().Any(parameter => parameter.ParameterType is { IsByRefLike: true } or { IsPointer: true });

    // Null for answers without a comparable text: a stream, a type, properties that throw.
    private static string? AsText(object? answer)
    {
        try
        {
            return JsonSerializer.Serialize(answer, Json);
        }
        catch (Exception)
        {
            return null;
        }
    }

    private static string Name(BenchmarkCase benchmark) =>
        $"{benchmark.Descriptor.Type.FullName}.{benchmark.Descriptor.WorkloadMethod.Name} {benchmark.Parameters.DisplayInfo}".TrimEnd();

    private static string Short(string text) => text.Length <= 200 ? text : $"{text[..200]}... ({text.Length} characters)";
}
