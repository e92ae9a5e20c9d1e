using System.Text.Json;
using MathNet.Numerics.Statistics;

namespace Bench.Results;

// Reads the JSON that BenchmarkDotNet 0.12 to 0.15 exports: full, brief, and both compressed. It prefers raw measurements, because
// `Statistics.OriginalValues` lacks the upper outliers.
internal static class BenchmarkDotNetJson
{
    public static RunFile Read(string place, Stream stream)
    {
        var file = new JsonFile(place, stream);
        if (!file.Next() || file.Token != JsonTokenType.StartObject)
            throw new ResultsException(place, "has no JSON object.");

        var environment = new RunEnvironment();
        List<BenchmarkResult>? benchmarks = null;
        var machine = new MachineOfFile();
        var seen = 0;
        while (NextName(ref file))
        {
            if (IsNew(ref file, "HostEnvironmentInfo"u8, ref seen, 0))
            {
                file.EnsureNext();
                environment = ReadEnvironment(ref file);
            }
            else if (IsNew(ref file, "Benchmarks"u8, ref seen, 1))
            {
                file.EnsureNext();
                benchmarks = ReadBenchmarks(ref file, machine);
            }
            else
            {
                file.EnsureNext();
                file.Skip();
            }
        }

        if (file.Next())
            throw new ResultsException(file.Here, "something follows the end of the JSON.");
        return benchmarks is null
            ? throw new ResultsException(place, "has no Benchmarks: not a file of BenchmarkDotNet's JSON exporter.")
            : new RunFile(
                place,
                environment with
                {
                    ProcessorModel = machine.Model,
                    Instructions = machine.Instructions ?? (InstructionSet.IsKnown(environment) ? machine.HighestLevel : null),
                },
                benchmarks
            );
    }

    private static List<BenchmarkResult> ReadBenchmarks(ref JsonFile file, MachineOfFile machine)
    {
        if (file.Token != JsonTokenType.StartArray)
            throw new ResultsException(file.Here, "Benchmarks is invalid: expected a list.");

        var benchmarks = new List<BenchmarkResult>();
        file.EnsureNext();
        for (; file.Token != JsonTokenType.EndArray; file.EnsureNext())
            benchmarks.Add(ReadBenchmark(ref file, machine));
        return benchmarks;
    }

    private static RunEnvironment ReadEnvironment(ref JsonFile file)
    {
        var environment = new RunEnvironment();
        if (!IsObject(ref file, "HostEnvironmentInfo"))
            return environment;

        var seen = 0;
        while (NextName(ref file))
        {
            if (IsNew(ref file, "ProcessorName"u8, ref seen, 0))
                environment = environment with { Processor = NextText(ref file, "ProcessorName") };
            else if (IsNew(ref file, "LogicalCoreCount"u8, ref seen, 1))
                environment = environment with { Cores = (int?)NextNumber(ref file, "LogicalCoreCount") };
            else if (IsNew(ref file, "OsVersion"u8, ref seen, 2))
                environment = environment with { OperatingSystem = NextText(ref file, "OsVersion") };
            else if (IsNew(ref file, "Architecture"u8, ref seen, 3))
                environment = environment with { Architecture = NextText(ref file, "Architecture") };
            else if (IsNew(ref file, "RuntimeVersion"u8, ref seen, 4))
                environment = environment with { Runtime = NextText(ref file, "RuntimeVersion") };
            else if (IsNew(ref file, "BenchmarkDotNetVersion"u8, ref seen, 5))
                environment = environment with { BenchmarkDotNet = NextText(ref file, "BenchmarkDotNetVersion") };
            else
                SkipValue(ref file);
        }

        return environment;
    }

    private static BenchmarkResult ReadBenchmark(ref JsonFile file, MachineOfFile machine)
    {
        var place = file.Here;
        if (file.Token != JsonTokenType.StartObject)
            throw new ResultsException(place, "a benchmark is invalid: expected an object.");

        string? displayInfo = null,
            space = null,
            type = null,
            method = null,
            title = null,
            parameters = null,
            fullName = null;
        double? bytes = null;
        Summary? summary = null;
        Measurements? measurements = null;
        InterleavedMetrics? metrics = null;
        var seen = 0;
        while (NextName(ref file))
        {
            if (IsNew(ref file, "DisplayInfo"u8, ref seen, 0))
                displayInfo = NextText(ref file, "DisplayInfo");
            else if (IsNew(ref file, "Namespace"u8, ref seen, 1))
                space = NextText(ref file, "Namespace");
            else if (IsNew(ref file, "Type"u8, ref seen, 2))
                type = NextText(ref file, "Type");
            else if (IsNew(ref file, "Method"u8, ref seen, 3))
                method = NextText(ref file, "Method");
            else if (IsNew(ref file, "MethodTitle"u8, ref seen, 4))
                title = NextText(ref file, "MethodTitle");
            else if (IsNew(ref file, "Parameters"u8, ref seen, 5))
                parameters = NextText(ref file, "Parameters");
            else if (IsNew(ref file, "FullName"u8, ref seen, 6))
                fullName = NextText(ref file, "FullName");
            else if (IsNew(ref file, "Statistics"u8, ref seen, 7))
                summary = ReadStatistics(ref file);
            else if (IsNew(ref file, "Memory"u8, ref seen, 8))
                bytes = ReadMemory(ref file);
            else if (IsNew(ref file, "Measurements"u8, ref seen, 9))
                measurements = ReadMeasurements(ref file);
            else if (IsNew(ref file, "Metrics"u8, ref seen, 10))
                metrics = InterleavedMetrics.Read(ref file);
            else if (IsNew(ref file, "HardwareIntrinsics"u8, ref seen, 11))
                machine.AddLevel(NextText(ref file, "HardwareIntrinsics"));
            else
                SkipValue(ref file);
        }

        if (string.IsNullOrEmpty(fullName))
            throw new ResultsException(place, "a benchmark has no FullName.");

        machine.Add(metrics);
        method = Unquoted(title ?? method ?? fullName);
        var launches = summary is null ? [] : measurements?.Launches() ?? [];
        return new BenchmarkResult
        {
            Id = new BenchmarkId(fullName, JobTraits.FromDisplayInfo(displayInfo ?? "", $"{type}.{title ?? method}")),
            Type =
                type is null ? TypeOf(fullName)
                : string.IsNullOrEmpty(space) ? type
                : $"{space}.{type}",
            Method = method,
            Parameters = parameters ?? "",
            Places = [place],
            Failure = summary is null ? "it has no statistics: the benchmark failed" : null,
            Launches = launches,
            Summaries = summary is not null && launches.Count == 0 ? [summary] : [],
            ToBaseline = summary is null ? null : metrics?.ToBaseline(place),
            AllocatedBytes =
                bytes is { } known && summary is not null ? [known, .. OtherLaunches(known, metrics?.AllocatedBytes ?? [])] : [],
        };
    }

    // BenchmarkDotNet itself keeps the bytes of one launch and shows them in its tables, so these come first.
    private static IEnumerable<double> OtherLaunches(double known, IReadOnlyList<double> byLaunch)
    {
        var own = byLaunch.ToList().IndexOf(known);
        return byLaunch.Where((_, i) => i != own);
    }

    // With two values of the same name, it would be arbitrary which one counts.
    private static bool IsNew(ref JsonFile file, ReadOnlySpan<byte> name, ref int seen, int index)
    {
        if (!file.NameIs(name))
            return false;
        if ((seen & (1 << index)) != 0)
            throw new ResultsException(file.Here, "a name has two values.");
        seen |= 1 << index;
        return true;
    }

    // BenchmarkDotNet puts quotes around a title with spaces.
    public static string Unquoted(string title) => title is ['\'', .., '\''] ? title[1..^1] : title;

    private static string TypeOf(string fullName)
    {
        var parameters = fullName.IndexOf('(', StringComparison.Ordinal);
        var dot = (parameters < 0 ? fullName : fullName[..parameters]).LastIndexOf('.');
        return dot < 0 ? "" : fullName[..dot];
    }

    private static Summary? ReadStatistics(ref JsonFile file)
    {
        file.EnsureNext();
        if (!IsObject(ref file, "Statistics"))
            return null;

        double? mean = null,
            deviation = null,
            count = null;
        var place = file.Here;
        var seen = 0;
        while (NextName(ref file))
        {
            if (IsNew(ref file, "Mean"u8, ref seen, 0))
                mean = NextNumber(ref file, "Mean");
            else if (IsNew(ref file, "StandardDeviation"u8, ref seen, 1))
                deviation = NextNumber(ref file, "StandardDeviation");
            else if (IsNew(ref file, "N"u8, ref seen, 2))
                count = NextNumber(ref file, "N");
            else
                SkipValue(ref file);
        }

        if (mean is not (>= 0 and <= Limits.Largest))
            throw new ResultsException(place, "Statistics has no Mean of 0 ns or more.");
        if (deviation is < 0)
            throw new ResultsException(place, "the standard deviation is negative.");
        return new Summary(mean.Value, deviation, count is >= 2 and < int.MaxValue ? (int)count : null);
    }

    private static double? ReadMemory(ref JsonFile file)
    {
        file.EnsureNext();
        if (!IsObject(ref file, "Memory"))
            return null;

        double? bytes = null;
        var seen = 0;
        while (NextName(ref file))
        {
            if (IsNew(ref file, "BytesAllocatedPerOperation"u8, ref seen, 0))
                bytes = NextNumber(ref file, "BytesAllocatedPerOperation");
            else
                SkipValue(ref file);
        }

        return bytes is < 0 or > Limits.Largest
            ? throw new ResultsException(file.Here, "allocated bytes are negative or too large.")
            : bytes;
    }

    private static Measurements? ReadMeasurements(ref JsonFile file)
    {
        file.EnsureNext();
        if (file.Token == JsonTokenType.Null)
            return null;
        if (file.Token != JsonTokenType.StartArray)
            throw new ResultsException(file.Here, "Measurements is invalid: expected a list.");

        var measurements = new Measurements();
        for (file.EnsureNext(); file.Token != JsonTokenType.EndArray; file.EnsureNext())
            ReadMeasurement(ref file, measurements);
        return measurements;
    }

    private static void ReadMeasurement(ref JsonFile file, Measurements measurements)
    {
        if (file.Token != JsonTokenType.StartObject)
            throw new ResultsException(file.Here, "a measurement is invalid: expected an object.");

        bool isWorkload = false,
            isOverhead = false,
            isActual = false,
            isResult = false;
        double? launch = null,
            operations = null,
            nanoseconds = null;
        var seen = 0;
        while (NextName(ref file))
        {
            if (IsNew(ref file, "IterationMode"u8, ref seen, 0))
            {
                file.EnsureNext();
                isWorkload = IsText(ref file, "Workload"u8);
                isOverhead = IsText(ref file, "Overhead"u8);
            }
            else if (IsNew(ref file, "IterationStage"u8, ref seen, 1))
            {
                file.EnsureNext();
                isActual = IsText(ref file, "Actual"u8);
                isResult = IsText(ref file, "Result"u8);
            }
            else if (IsNew(ref file, "LaunchIndex"u8, ref seen, 2))
                launch = NextNumber(ref file, "LaunchIndex");
            else if (IsNew(ref file, "Operations"u8, ref seen, 3))
                operations = NextNumber(ref file, "Operations");
            else if (IsNew(ref file, "Nanoseconds"u8, ref seen, 4))
                nanoseconds = NextNumber(ref file, "Nanoseconds");
            else
                SkipValue(ref file);
        }

        if (!(isActual && (isWorkload || isOverhead)) && !(isResult && isWorkload))
            return;
        if (operations is not > 0)
            throw new ResultsException(file.Here, "a measurement has no operations.");
        if (nanoseconds is not >= 0 || nanoseconds / operations > Limits.Largest)
            throw new ResultsException(file.Here, "a measurement needs nanoseconds from 0 to a century.");
        measurements.Add(launch is >= 0 and < int.MaxValue ? (int)launch : 0, isOverhead, isActual, nanoseconds.Value / operations.Value);
    }

    private static bool IsText(ref JsonFile file, ReadOnlySpan<byte> text) => file.Token == JsonTokenType.String && file.NameIs(text);

    private static bool IsObject(ref JsonFile file, string name) =>
        file.Token switch
        {
            JsonTokenType.StartObject => true,
            JsonTokenType.Null => false,
            _ => throw new ResultsException(file.Here, $"{name} is invalid: expected an object."),
        };

    private static bool NextName(ref JsonFile file)
    {
        file.EnsureNext();
        return file.Token == JsonTokenType.PropertyName;
    }

    private static string? NextText(ref JsonFile file, string name)
    {
        file.EnsureNext();
        return file.Text(name);
    }

    private static double? NextNumber(ref JsonFile file, string name)
    {
        file.EnsureNext();
        return file.Number(name);
    }

    private static void SkipValue(ref JsonFile file)
    {
        file.EnsureNext();
        file.Skip();
    }

    private sealed class Measurements
    {
        private readonly SortedList<int, (List<double> Actual, List<double> Overhead, List<double> Result)> launches = [];

        public void Add(int launch, bool isOverhead, bool isActual, double nanosecondsPerOperation)
        {
            if (!launches.TryGetValue(launch, out var lists))
                launches.Add(launch, lists = ([], [], []));
            (
                isOverhead ? lists.Overhead
                : isActual ? lists.Actual
                : lists.Result
            ).Add(nanosecondsPerOperation);
        }

        public IReadOnlyList<Launch> Launches()
        {
            var found = new List<Launch>(launches.Count);
            foreach (var (actual, overhead, result) in launches.Values)
            {
                // Without raw workload measurements, BenchmarkDotNet's own results.
                var raw = actual.Count > 0 ? actual : result;
                // As in BenchmarkDotNet, the median of the empty loop is the cost of the loop.
                var empty = actual.Count > 0 && overhead.Count > 0 ? overhead.Median() : 0;
                if (raw.Count > 0)
                    found.Add(new Launch([.. raw.Select(value => Math.Max(0, value - empty))]));
            }

            return found;
        }
    }

    // The benchmarks of a file together describe the machine.
    private sealed class MachineOfFile
    {
        public string? Model { get; private set; }

        public string? Instructions { get; private set; }

        // The highest of all benchmarks, because a job may turn instructions off.
        public string? HighestLevel { get; private set; }

        public void AddLevel(string? text)
        {
            if (InstructionSet.LevelOf(text ?? "") is { } level && string.CompareOrdinal(level, HighestLevel) > 0)
                HighestLevel = level;
        }

        // A failed benchmark has no metrics.
        public void Add(InterleavedMetrics? metrics) =>
            (Model, Instructions) = (metrics?.Machine.ProcessorModel ?? Model, metrics?.Machine.Instructions ?? Instructions);
    }
}
