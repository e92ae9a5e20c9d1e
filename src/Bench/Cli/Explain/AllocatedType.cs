namespace Bench.Cli.Explain;

/// <param name="Method">A method of the program that allocates, or that calls code outside the program that does.</param>
internal sealed record AllocatedType(string Type, string Method)
{
    public static IReadOnlyDictionary<AllocatedType, double> Shares(IEnumerable<AllocationSample> samples, Func<string, bool> isOwn)
    {
        var bytes = new Dictionary<AllocatedType, double>();
        foreach (var sample in samples)
        {
            if (sample.Stack.Work() is not { } frames)
                continue;
            var key = new AllocatedType(sample.Type, CpuProfile.Plain(frames.FirstOrDefault(isOwn) ?? frames[0]));
            bytes[key] = bytes.GetValueOrDefault(key) + sample.Bytes;
        }

        var all = bytes.Values.Sum();
        return bytes.ToDictionary(type => type.Key, type => type.Value / all);
    }
}
