using System.Text.RegularExpressions;

namespace Bench.Explain;

/// <summary>A method's share of the processor time.</summary>
/// <param name="Own">Of a method of the program: with all that it calls outside of the program.</param>
internal sealed record MethodShare(string Method, double Exclusive, double Inclusive, double Own = 0);

/// <summary>Where a side spent its processor time.</summary>
/// <param name="Methods">All methods that were seen, the most exclusive first.</param>
/// <param name="Samples">How many samples found the benchmark at work.</param>
/// <param name="NativeShare">The share of them in native code, charged to the managed method that called it.</param>
internal sealed partial record CpuProfile(IReadOnlyList<MethodShare> Methods, int Samples, double NativeShare)
{
    internal static CpuProfile Create(IEnumerable<SampledStack> stacks, Func<string, bool>? isOwn = null) =>
        Of(stacks, stack => stack.Work(), isOwn ?? (_ => false));

    /// <summary>Samples a server under load, on the threads of its pool, those that wait apart.</summary>
    /// <param name="file">A file that does not exist yet; a second one is written beside it.</param>
    /// <exception cref="BenchException">Its runtime does not let itself be sampled.</exception>
    public static CpuProfile SampleServer(int process, TimeSpan time, string file, CancellationToken cancellationToken) =>
        Of(
            Sampler.Sample(process, () => cancellationToken.WaitHandle.WaitOne(time), file, cancellationToken).Stacks,
            stack => stack.ServerWork(),
            _ => false
        );

    private static CpuProfile Of(
        IEnumerable<SampledStack> stacks,
        Func<SampledStack, IReadOnlyList<string>?> work,
        Func<string, bool> isOwn
    )
    {
        var own = new Dictionary<string, int>(StringComparer.Ordinal);
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
            if (methods.FirstOrDefault(isOwn) is { } inner)
                own[inner] = own.GetValueOrDefault(inner) + 1;
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
                        method.Value / (double)samples,
                        own.GetValueOrDefault(method.Key) / (double)samples
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
    internal static string Plain(string frame) => MethodName.WithoutOrdinals(Keywords().Replace(frame, ""));

    [GeneratedRegex(@"\b(value )?class |pMT: 0x[0-9a-fA-F]+", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture)]
    private static partial Regex Keywords();
}
