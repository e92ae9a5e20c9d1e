using System.Text.RegularExpressions;

namespace Bench.Results;

// The characteristics of a BenchmarkDotNet job, in ordinal order of their names. Those for the length of the measurement (launches,
// iterations, times) are separate. They distinguish two jobs of one file, but a benchmark with five launches is the same as with one.
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

    public static JobTraits Default { get; } = new("", "");

    // Characteristics that change what is measured (runtime, GC, platform, strategy …), and the job's name if a person gave one.
    public string What { get; }

    // Characteristics that only change how long it is measured.
    public string Length { get; }

    public bool IsDefault => What.Length == 0 && Length.Length == 0;

    public string Title => IsDefault ? "default" : ToString();

    // Null if nobody named the job.
    public string? Name => What.Split(", ").FirstOrDefault(part => part.Length > 0 && !part.Contains('=', StringComparison.Ordinal));

    public JobTraits WithoutLength => Length.Length == 0 ? this : new(What, "");

    // BenchmarkDotNet names a job after its runtime, unless a person gave it a name.
    public JobTraits WithoutRuntime =>
        Restore(
            string.Join(
                ", ",
                What.Split(", ")
                    .Where(part =>
                        !part.StartsWith("Runtime=", StringComparison.Ordinal)
                        && !(part.StartsWith(".NET ", StringComparison.Ordinal) && part == Name)
                    )
            ),
            Length
        );

    // Reads the job from a benchmark's DisplayInfo: `Type.Method: Job-ABCDEF(Runtime=…, …) [Parameter=…]`. The title of a method may itself
    // contain a colon, so `typeAndMethod` is the expected text before the separator. Returns the default job if DisplayInfo names no job.
    public static JobTraits FromDisplayInfo(string displayInfo, string typeAndMethod)
    {
        var after =
            displayInfo.StartsWith(typeAndMethod + ": ", StringComparison.Ordinal) ? typeAndMethod.Length + 2
            : displayInfo.IndexOf(": ", StringComparison.Ordinal) is var colon and >= 0 ? colon + 2
            : -1;
        return after < 0 ? Default : Parse(displayInfo.AsSpan(after));
    }

    // From a Markdown table's characteristics, where "Job" is the name. A random id is ignored.
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
        // An id may contain a space, as in ".NET 8.0". Parameters follow in brackets.
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

    // "A=1, B=x,y, C=2": a comma separates only before a name and '=', because environment variables can contain commas.
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

    // A regular expression for the id of an unnamed job. Early versions of BenchmarkDotNet draw it per process.
    public const string RandomIdPattern = "Job-[A-Z]{6}";

    [GeneratedRegex($"^{RandomIdPattern}$", RegexOptions.CultureInvariant)]
    private static partial Regex RandomId();

    [GeneratedRegex(", (?=[A-Z][A-Za-z]+=)", RegexOptions.CultureInvariant)]
    private static partial Regex Separator();
}
