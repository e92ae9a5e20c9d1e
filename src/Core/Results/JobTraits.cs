using System.Text.RegularExpressions;

namespace Bench.Results;

/// <summary>
/// The characteristics of a BenchmarkDotNet job, in ordinal order of their names. Those that only say how long a benchmark is measured
/// (launches, iterations, times) are kept apart: they tell two jobs of one file from each other, but a benchmark measured
/// with five launches is the same benchmark as with one.
/// </summary>
internal sealed partial record JobTraits
{
    private static readonly HashSet<string> HowLong = new(StringComparer.Ordinal)
    {
        "AnalyzeLaunchVariance",
        "EvaluateOverhead",
        "InvocationCount",
        "IterationCount",
        "IterationTime",
        "LaunchCount",
        "MaxAbsoluteError",
        "MaxIterationCount",
        "MaxRelativeError",
        "MaxWarmupIterationCount",
        "MemoryRandomization",
        "MinInvokeCount",
        "MinIterationCount",
        "MinIterationTime",
        "MinWarmupIterationCount",
        "OutlierMode",
        "UnrollFactor",
        "WarmupCount",
    };

    private JobTraits(string what, string howLong)
    {
        What = what;
        Length = howLong;
    }

    /// <summary>The job that nothing was said about.</summary>
    public static JobTraits Default { get; } = new("", "");

    /// <summary>
    /// The characteristics that change what is measured (runtime, GC, platform, strategy …), and the job's name if a person gave one.
    /// </summary>
    public string What { get; }

    /// <summary>The characteristics that change only how long it is measured.</summary>
    public string Length { get; }

    public bool IsDefault => What.Length == 0 && Length.Length == 0;

    /// <summary>What a reader calls it beside others.</summary>
    public string Title => IsDefault ? "default" : ToString();

    /// <summary>The name that a person gave it; null where nobody did.</summary>
    public string? Name => What.Split(", ").FirstOrDefault(part => part.Length > 0 && !part.Contains('=', StringComparison.Ordinal));

    /// <summary>The job without what only says how long it is measured.</summary>
    public JobTraits WithoutLength => Length.Length == 0 ? this : new(What, "");

    /// <summary>Reads the job out of a benchmark's DisplayInfo: <c>Type.Method: Job-ABCDEF(Runtime=…, …) [Parameter=…]</c>.</summary>
    /// <param name="typeAndMethod">What stands before the colon, as far as known: a method's title may itself have a colon in it.</param>
    /// <returns>The job; the default one where there is none to be read.</returns>
    public static JobTraits FromDisplayInfo(string displayInfo, string typeAndMethod)
    {
        var after =
            displayInfo.StartsWith(typeAndMethod + ": ", StringComparison.Ordinal) ? typeAndMethod.Length + 2
            : displayInfo.IndexOf(": ", StringComparison.Ordinal) is var colon and >= 0 ? colon + 2
            : -1;
        return after < 0 ? Default : Parse(displayInfo.AsSpan(after));
    }

    /// <summary>A job from pairs of characteristic and value, as a Markdown table has them; a random id is left out.</summary>
    /// <param name="characteristics">Name and value; "Job" is the job's name.</param>
    public static JobTraits FromCharacteristics(IEnumerable<KeyValuePair<string, string>> characteristics)
    {
        var what = new SortedSet<string>(StringComparer.Ordinal);
        var howLong = new SortedSet<string>(StringComparer.Ordinal);
        foreach (var (name, value) in characteristics)
        {
            if (value is "Default" or "")
                continue;
            if (name != "Job")
                (HowLong.Contains(name) ? howLong : what).Add($"{name}={value}");
            else if (!MeansNothing(value))
                what.Add(value);
        }

        return what.Count == 0 && howLong.Count == 0 ? Default : new(string.Join(", ", what), string.Join(", ", howLong));
    }

    public override string ToString() =>
        What.Length == 0 ? Length
        : Length.Length == 0 ? What
        : $"{What}, {Length}";

    internal static JobTraits Restore(string what, string length) => what.Length == 0 && length.Length == 0 ? Default : new(what, length);

    private static JobTraits Parse(ReadOnlySpan<char> text)
    {
        // An id may have a space in it, as .NET 8.0 has; parameters stand in brackets behind one.
        var (end, parameters) = (text.IndexOf('('), text.IndexOf(" ["));
        if (parameters >= 0 && (end < 0 || parameters < end))
        {
            text = text[..parameters];
            end = -1;
        }

        var id = (end < 0 ? text : text[..end]).Trim().ToString();
        if (end < 0)
            return MeansNothing(id) ? Default : FromCharacteristics([new("Job", id)]);

        var depth = 0;
        var close = end;
        for (; close < text.Length; close++)
        {
            depth += text[close] switch
            {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            if (depth == 0)
                break;
        }

        return FromCharacteristics([new("Job", id), .. Split(text[(end + 1)..close].ToString())]);
    }

    // "A=1, B=x,y, C=2": a comma separates only where a name and '=' follow, for environment variables hold commas themselves.
    private static IEnumerable<KeyValuePair<string, string>> Split(string characteristics)
    {
        foreach (var part in Separator().Split(characteristics))
        {
            var equals = part.IndexOf('=', StringComparison.Ordinal);
            if (equals > 0)
                yield return new(part[..equals], part[(equals + 1)..]);
        }
    }

    private static bool MeansNothing(string id) => id is "DefaultJob" || RandomId().IsMatch(id);

    /// <summary>What BenchmarkDotNet calls a job that nobody named, a pattern: early versions draw it anew in each process.</summary>
    public const string RandomIdPattern = "Job-[A-Z]{6}";

    [GeneratedRegex($"^{RandomIdPattern}$", RegexOptions.CultureInvariant)]
    private static partial Regex RandomId();

    [GeneratedRegex(", (?=[A-Z][A-Za-z]+=)", RegexOptions.CultureInvariant)]
    private static partial Regex Separator();
}
