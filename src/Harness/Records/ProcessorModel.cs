namespace Bench.Harness.Records;

/// <summary>
/// Which processor it is where its name does not say: a virtual machine calls processors of several generations by one name.
/// </summary>
internal static class ProcessorModel
{
    private const string Description = "/proc/cpuinfo";

    /// <summary>Family and model, as x86 processors number them; null where the system does not tell.</summary>
    public static string? ReadThisMachine() =>
        OperatingSystem.IsLinux() && File.Exists(Description) ? Parse(File.ReadLines(Description)) : null;

    internal static string? Parse(IEnumerable<string> lines)
    {
        string? family = null,
            model = null;
        foreach (var line in lines)
        {
            var parts = line.Split(':', 2, StringSplitOptions.TrimEntries);
            if (parts is ["cpu family", var found])
                family ??= found;
            else if (parts is ["model", var number])
                model ??= number;
            if (family is not null && model is not null)
                return $"family {family}, model {model}";
        }

        return null;
    }
}
