using System.Text.RegularExpressions;

namespace Bench.Cli.Explain;

/// <summary>Shares of a profile's samples.</summary>
/// <param name="Own">For a method of the program: includes everything that it calls outside of the program.</param>
internal sealed record MethodShare(string Method, double Exclusive, double Inclusive, double Own = 0);

/// <param name="Methods">All sampled methods, highest exclusive share first.</param>
/// <param name="Samples">The number of samples that found the benchmark at work.</param>
/// <param name="NativeShare">The share of samples in native code, charged to the managed method that called it.</param>
internal sealed partial record CpuProfile(IReadOnlyList<MethodShare> Methods, int Samples, double NativeShare)
{
    internal static CpuProfile Create(IEnumerable<SampledStack> stacks, Func<string, bool>? isOwn = null) =>
        Of(stacks, stack => stack.Work(), isOwn ?? (_ => false));

    /// <summary>Samples the pool threads of a server under load, without those that wait.</summary>
    /// <param name="file">A file that does not exist yet; a second one is written next to it.</param>
    /// <exception cref="BenchException">The server's runtime can't be sampled.</exception>
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
            // A recursive method counts once.
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
    /// The name without keywords of metadata, addresses of types and numbers of the C# compiler, so that it is the same in both builds.
    /// </summary>
    internal static string Plain(string frame) => MethodName.WithoutOrdinals(Keywords().Replace(frame, ""));

    [GeneratedRegex(@"\b(value )?class |pMT: 0x[0-9a-fA-F]+", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture)]
    private static partial Regex Keywords();
}
