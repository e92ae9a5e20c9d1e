using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Results;

namespace Bench.Runner;

// Each line is written as soon as its result is known, so that an interrupted bisection can continue. Commits are named by hash, and the
// work tree by null. The next attempt tries a failure once more, because a full disk or a busy machine is not a property of the commit.
// Each search has its own journal and locks it, so that the same search cannot run twice at once.
internal sealed class BisectJournal : IDisposable
{
    private const string Prefix = "bisect-";

    private readonly string file;
    private readonly Dictionary<(BenchmarkId, string?, string?), KnownComparison> comparisons = [];
    private readonly Dictionary<string, string> failures = new(StringComparer.Ordinal);

    private FileStream? held;

    private BisectJournal(string file) => this.file = file;

    // Null until the benchmarks of both ends are known.
    public BisectSelection? Selection { get; private set; }

    public int Count => comparisons.Count;

    public static string PathOf(string folder, string of) =>
        Path.Combine(folder, $"{Prefix}{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(of)))[..12]}.jsonl");

    // Includes the lock file and the unfinished copy of a journal. The file is a full path.
    public static bool IsOne(string file, string folder) =>
        Path.GetDirectoryName(file) == Path.TrimEndingDirectorySeparator(folder)
        && Path.GetFileName(file).StartsWith(Prefix, StringComparison.Ordinal)
        && Path.GetExtension(file) is ".jsonl" or ".lock" or ".part";

    // "of" identifies the search: commits, settings and the version of the command.
    public static BisectJournal Open(string folder, string of)
    {
        var file = PathOf(folder, of);
        var journal = new BisectJournal(file);
        try
        {
            Directory.CreateDirectory(folder);
            journal.held = Hold(Path.ChangeExtension(file, ".lock"));
            if (!journal.Read(of))
                File.WriteAllText(file, Text(new Line { Of = of }));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            journal.held?.Dispose();
            throw new RunnerException($"{file} cannot be written: {e.Message}");
        }
        catch (ResultsException)
        {
            journal.held?.Dispose();
            throw new RunnerException($"{file} is not from an interrupted search. Delete it to start again.");
        }

        return journal;
    }

    public void Add(BisectSelection selection)
    {
        Selection = selection;
        Append(new Line { Benchmarks = [.. selection.Searched.Select(NamedEnds.From)], LeftOut = selection.LeftOut });
    }

    // A failure counts if this attempt found it, or two earlier ones did.
    public string? FailureOf(PathCommit commit) => commit.Hash is null ? null : failures.GetValueOrDefault(commit.Hash);

    public void Add(PathCommit commit, string failure)
    {
        // The user may repair the work tree before the next attempt.
        if (commit.Hash is not null && failures.TryAdd(commit.Hash, failure))
            Append(new Line { Commit = commit.Hash, Failure = failure });
    }

    // The benchmark has its name at the bad end.
    public KnownComparison? Find(BenchmarkId benchmark, PathCommit before, PathCommit after) =>
        comparisons.GetValueOrDefault((benchmark, before.Hash, after.Hash));

    public void Add(BenchmarkId benchmark, PathCommit before, PathCommit after, KnownComparison comparison)
    {
        comparisons[(benchmark, before.Hash, after.Hash)] = comparison;
        Append(
            new Line
            {
                Benchmark = NamedBenchmark.From(benchmark),
                Before = before.Hash,
                After = after.Hash,
                Comparison = comparison,
            }
        );
    }

    public void Remove()
    {
        File.Delete(file);
        Dispose();
    }

    // Deletes a journal that has nothing for another attempt.
    public void Dispose()
    {
        if (held is null)
            return;
        if (Selection is null && failures.Count == 0 && comparisons.Count == 0)
            File.Delete(file);
        held.Dispose();
        held = null;
        var folder = Path.GetDirectoryName(file)!;
        try
        {
            if (!Directory.EnumerateFileSystemEntries(folder).Any())
                Directory.Delete(folder);
        }
        catch (IOException)
        {
            // Another search created a file there meanwhile, or removed the folder.
        }
    }

    // The system releases the lock too, however the process ends.
    private static FileStream Hold(string path)
    {
        try
        {
            return new FileStream(
                path,
                FileMode.OpenOrCreate,
                FileAccess.ReadWrite,
                FileShare.None,
                bufferSize: 1,
                FileOptions.DeleteOnClose
            );
        }
        catch (IOException) when (File.Exists(path))
        {
            throw new RunnerException("the same search is already running. Wait for it, or use another --artifacts folder.");
        }
    }

    // False if the file belongs to another search.
    private bool Read(string of)
    {
        if (!File.Exists(file))
            return false;
        var lines = AppendedLines.Open(file, Parse);
        if (lines is not [{ Of: var own }, ..] || own != of)
            return false;
        foreach (var line in lines)
        {
            if (line.Benchmarks is { } benchmarks)
                Selection = new BisectSelection([.. benchmarks.Select(benchmark => benchmark.ToBenchmark())], line.LeftOut ?? []);
            if (line is { Benchmark: { } named, Comparison: { Reason: null } comparison })
                comparisons[(named.ToId(), line.Before, line.After)] = comparison;
        }

        foreach (var attempts in lines.Where(IsFailure).GroupBy(Subject).Where(attempts => attempts.Count() > 1))
        {
            var line = attempts.Last();
            if (line is { Commit: { } commit, Failure: { } failure })
                failures[commit] = failure;
            else if (line is { Benchmark: { } named, Comparison: { } comparison })
                comparisons[(named.ToId(), line.Before, line.After)] = comparison;
        }

        return true;
    }

    private static bool IsFailure(Line line) => line.Failure is not null || line.Comparison?.Reason is not null;

    private static (string? Commit, NamedBenchmark? Benchmark, string? Before, string? After) Subject(Line line) =>
        (line.Commit, line.Benchmark, line.Before, line.After);

    private void Append(Line line) => File.AppendAllText(file, Text(line));

    private static Line? Parse(string text)
    {
        try
        {
            var line = JsonSerializer.Deserialize(text, BisectJournalContext.Default.Line);
            return line?.IsSound == true ? line : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static string Text(Line line) => JsonSerializer.Serialize(line, BisectJournalContext.Default.Line) + "\n";

    // A line has one of: the identity of the search, the benchmarks, a commit that does not build, a comparison.
    internal sealed record Line
    {
        public string? Of { get; init; }

        public IReadOnlyList<NamedEnds>? Benchmarks { get; init; }

        public IReadOnlyList<NotSearched>? LeftOut { get; init; }

        public string? Commit { get; init; }

        public string? Failure { get; init; }

        public NamedBenchmark? Benchmark { get; init; }

        public string? Before { get; init; }

        public string? After { get; init; }

        public KnownComparison? Comparison { get; init; }

        // The JSON reader checks neither the items of a list nor the range of a number.
        [JsonIgnore]
        public bool IsSound =>
            Benchmarks?.Contains(null!) != true
            && LeftOut?.Contains(null!) != true
            && (
                Comparison is not { } comparison
                || (comparison.Result is { } result ? IsRatio(result) : !string.IsNullOrEmpty(comparison.Reason))
            );

        private static bool IsRatio(CommitComparison comparison) =>
            comparison.Lower <= comparison.LogRatio
            && comparison.LogRatio <= comparison.Upper
            && double.IsFinite(Math.Exp(Math.Max(comparison.Upper, -comparison.Lower)))
            && comparison.Replicates >= 0
            && comparison.BytesBefore is not < 0
            && comparison.BytesAfter is not < 0
            && comparison.NanosecondsBefore is not <= 0;
    }

    internal sealed record NamedEnds(NamedBenchmark Good, NamedBenchmark Bad)
    {
        public static NamedEnds From(SearchedBenchmark benchmark) =>
            new(NamedBenchmark.From(benchmark.Good), NamedBenchmark.From(benchmark.Bad));

        public SearchedBenchmark ToBenchmark() => new(Good.ToId(), Bad.ToId());
    }

    internal sealed record NamedBenchmark(string Name, string What, string Length)
    {
        public static NamedBenchmark From(BenchmarkId id) => new(id.FullName, id.Job.What, id.Job.Length);

        public BenchmarkId ToId() =>
            new(Name, What.Length == 0 && Length.Length == 0 ? JobTraits.Default : JobTraits.Restore(What, Length));
    }
}

/// <summary>The result of comparing two commits, or the reason for a missing one.</summary>
/// <param name="Result">Null if there is only a reason.</param>
/// <param name="Reason">Why the result is missing; null if it exists.</param>
/// <param name="Change">The code that changed and runs in the benchmark; null if unknown.</param>
/// <param name="Name">The benchmark's name at both commits; null if the names differ or are unknown.</param>
/// <param name="IsProven">True if the same-code proof gave the result, without a measurement.</param>
internal sealed record KnownComparison(
    CommitComparison? Result = null,
    string? Reason = null,
    string? Change = null,
    string? Name = null,
    bool IsProven = false
);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    AllowDuplicateProperties = false,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true
)]
[JsonSerializable(typeof(BisectJournal.Line))]
internal sealed partial class BisectJournalContext : JsonSerializerContext;
