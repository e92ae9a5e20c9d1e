using System.Text.RegularExpressions;

namespace Bench.Explain;

internal sealed record MethodShare(string Method, double Exclusive, double Inclusive);

/// <summary>Where a side spent its processor time.</summary>
/// <param name="Methods">All methods that were seen, the most exclusive first.</param>
/// <param name="Samples">How many samples found the benchmark at work.</param>
/// <param name="NativeShare">The share of them in native code, charged to the managed method that called it.</param>
internal sealed partial record CpuProfile(IReadOnlyList<MethodShare> Methods, int Samples, double NativeShare)
{
    internal static CpuProfile Create(IEnumerable<SampledStack> stacks) => Of(stacks, stack => stack.Work());

    /// <summary>Samples a server under load, on the threads of its pool, those that wait apart.</summary>
    /// <param name="file">A file that does not exist yet; a second one is written beside it.</param>
    /// <exception cref="BenchException">Its runtime does not let itself be sampled.</exception>
    public static CpuProfile SampleServer(int process, TimeSpan time, string file, CancellationToken cancellationToken) =>
        Of(Sampler.Sample(process, () => cancellationToken.WaitHandle.WaitOne(time), file, cancellationToken), stack => stack.ServerWork());

    private static CpuProfile Of(IEnumerable<SampledStack> stacks, Func<SampledStack, IReadOnlyList<string>?> work)
    {
        var exclusive = new Dictionary<string, int>(StringComparer.Ordinal);
        var inclusive = new Dictionary<string, int>(StringComparer.Ordinal);
        var (samples, native) = (0, 0);
        foreach (var stack in stacks)
        {
            if (work(stack) is not { } frames)
                continue;
            samples++;
            if (!stack.IsManaged)
                native++;
            string[] methods = [.. frames.Select(Plain)];
            exclusive[methods[0]] = exclusive.GetValueOrDefault(methods[0]) + 1;
            // A method that calls itself counts once.
            foreach (var method in methods.Distinct(StringComparer.Ordinal))
                inclusive[method] = inclusive.GetValueOrDefault(method) + 1;
        }

        return new CpuProfile(
            [
                .. inclusive
                    .Select(method => new MethodShare(
                        method.Key,
                        exclusive.GetValueOrDefault(method.Key) / (double)samples,
                        method.Value / (double)samples
                    ))
                    .OrderByDescending(method => method.Exclusive)
                    .ThenByDescending(method => method.Inclusive)
                    .ThenBy(method => method.Method, StringComparer.Ordinal),
            ],
            samples,
            samples == 0 ? 0 : native / (double)samples
        );
    }

    /// <summary>
    /// Without the keywords of metadata, without addresses of types, and without what the C# compiler counts: a method has the same name in
    /// both builds.
    /// </summary>
    private static string Plain(string frame) => MethodName.WithoutOrdinals(Keywords().Replace(frame, ""));

    [GeneratedRegex(@"\b(value )?class |pMT: 0x[0-9a-fA-F]+", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture)]
    private static partial Regex Keywords();
}
