using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Results;

namespace Bench.Runner;

/// <summary>
/// What a bisection knows, a line as soon as it does, so that one that was interrupted goes on where it ended. Commits are named by their
/// hashes, the work tree by none. What failed is tried once more by the next attempt: a full disk or a busy machine is no property of a
/// commit. Each search has its own, and holds it: the same search once more, at the same time, is refused.
/// </summary>
internal sealed class BisectJournal : IDisposable
{
    private const string Prefix = "bisect-";

    private readonly string file;
    private readonly Dictionary<(BenchmarkId, string?, string?), KnownComparison> comparisons = [];
    private readonly Dictionary<string, string> failures = new(StringComparer.Ordinal);

    private FileStream? held;

    private BisectJournal(string file) => this.file = file;

    /// <summary>The benchmarks of the ends; null where they are not known yet.</summary>
    public BisectSelection? Selection { get; private set; }

    /// <summary>How many comparisons it has.</summary>
    public int Count => comparisons.Count;

    /// <summary>Where the journal of a bisection lies.</summary>
    public static string PathOf(string folder, string of) =>
        Path.Combine(folder, $"{Prefix}{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(of)))[..12]}.jsonl");

    /// <summary>Whether a file is the journal of a bisection, or lies beside one for its sake.</summary>
    /// <param name="file">A full path.</param>
    public static bool IsOne(string file, string folder) =>
        Path.GetDirectoryName(file) == Path.TrimEndingDirectorySeparator(folder)
        && Path.GetFileName(file).StartsWith(Prefix, StringComparison.Ordinal)
        && Path.GetExtension(file) is ".jsonl" or ".lock" or ".part";

    /// <summary>Opens the journal of a bisection, or begins it.</summary>
    /// <param name="of">What the results depend on: commits, settings, the version of the command.</param>
    /// <exception cref="RunnerException">It can't be written, or the same bisection is running.</exception>
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
            throw new RunnerException($"{file} can't be written: {e.Message}");
        }
        catch (ResultsException)
        {
            journal.held?.Dispose();
            throw new RunnerException($"{file} is not what an interrupted search left. Remove it to start again.");
        }

        return journal;
    }

    /// <summary>Keeps the benchmarks of the ends.</summary>
    public void Add(BisectSelection selection)
    {
        Selection = selection;
        Append(new Line { Benchmarks = [.. selection.Searched.Select(NamedEnds.From)], LeftOut = selection.LeftOut });
    }

    /// <summary>Why a commit has no program, as far as this attempt found out, or two earlier ones.</summary>
    public string? FailureOf(PathCommit commit) => commit.Hash is null ? null : failures.GetValueOrDefault(commit.Hash);

    public void Add(PathCommit commit, string failure)
    {
        // The work tree may be mended by the next attempt.
        if (commit.Hash is not null && failures.TryAdd(commit.Hash, failure))
            Append(new Line { Commit = commit.Hash, Failure = failure });
    }

    /// <param name="benchmark">By the name that it has at the bad end.</param>
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

    /// <summary>Removes it: what was found is reported.</summary>
    public void Remove()
    {
        File.Delete(file);
        Dispose();
    }

    /// <summary>Lets it go, and removes it where it knows nothing that another attempt could use.</summary>
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
            // Another search has begun there meanwhile, or removed it.
        }
    }

    // The system lets it go as well, however the process ends.
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
            throw new RunnerException("the same search is running: wait for it, or give this one another --results.");
        }
    }

    /// <returns>Whether it is of this bisection.</returns>
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

    /// <summary>One of: what it is of, the benchmarks, a commit that does not build, a comparison.</summary>
    internal sealed record Line
    {
        public string? Of { get; init; }

        public IReadOnlyList<NamedEnds>? Benchmarks { get; init; }

        public IReadOnlyList<LeftOut>? LeftOut { get; init; }

        public string? Commit { get; init; }

        public string? Failure { get; init; }

        public NamedBenchmark? Benchmark { get; init; }

        public string? Before { get; init; }

        public string? After { get; init; }

        public KnownComparison? Comparison { get; init; }

        /// <summary>Whether it holds what the types promise: what is in a list, and numbers, the reader of JSON does not look at.</summary>
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

/// <summary>How two commits compare, or why they don't.</summary>
/// <param name="Result">The comparison; null where the later commit says nothing.</param>
/// <param name="Reason">Why it says nothing.</param>
/// <param name="Change">What changed and runs there; null where that is not known.</param>
/// <param name="Name">What both call the benchmark; null where each has another name, or where that is not known.</param>
/// <param name="IsProven">Whether both are known by their code, and nothing was measured.</param>
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
