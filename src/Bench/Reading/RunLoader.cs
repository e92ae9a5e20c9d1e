using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Bench.Results;

// Reads a run from files, folders, or tables that are committed to git.
internal static partial class RunLoader
{
    public const string GitPrefix = "git:";

    // Published tables, relative to the repository's root.
    public const string ReferenceFolder = "BenchmarkDotNet.Artifacts/reference";

    // The files of one export may be written or checked out at most this far apart.
    private static readonly TimeSpan OneExport = TimeSpan.FromMinutes(1);

    // A run's tables, relative to the repository's root.
    public const string ResultsFolder = "BenchmarkDotNet.Artifacts/results";

    // Reads all sides together, so that one rule determines the identities of their benchmarks. Each entry of a side is a file, a folder
    // including its subfolders, or `git:REF` or `git:REF:FOLDER`, which is read without a checkout. Relative paths and git refs start from
    // `workingDirectory`.
    public static IReadOnlyList<Run> Load(IReadOnlyList<IReadOnlyList<string>> sides, string workingDirectory)
    {
        var warnings = sides.Select(_ => new List<string>()).ToArray();
        var files = sides
            .Select((side, i) => Distinct(side.SelectMany(spec => Find(spec, workingDirectory, warnings[i])).ToArray()))
            .ToArray();
        var read = ReadAll([.. files.SelectMany(side => side)]);
        if (read.FirstOrDefault(file => file.IsMatrix) is { } matrix)
            throw new ResultsException(
                matrix.Place,
                "has rounds of a load test and no benchmarks. Use bench load report for a check, and bench report for a matrix."
            );
        var from = 0;
        RunFile[][] parts = [.. files.Select(side => read[from..(from += side.Length)])];
        var contents = files.Zip(parts, (side, part) => side.Zip(part, (file, content) => (file, content.Length))).ToArray();
        var runs = Run.Join(parts);
        var measured = files.Zip(parts, (side, part) =>
            side.Zip(part)
                .Where(file => file.Second.Benchmarks.Any(benchmark => benchmark.LaunchCount > 0))
                .Select(file => (file.First, file.Second.Length))
        );
        var identical = new IdenticalFiles();
        if (measured.Select(identical.Twice).FirstOrDefault(twice => twice is not null) is var (first, second))
            throw new ResultsException(second.Place, $"the same measurements are also in {first.Place}.");
        return
        [
            .. runs.Select(
                (run, i) => run with { Warnings = warnings[i], IdenticalToFirst = i == 0 ? [] : identical.Find(contents[0], contents[i]) }
            ),
        ];
    }

    // Reads each file separately, so a benchmark in two files stays two. The entries are those of Load. In a folder, files of the schema
    // bench-results/1 are read whatever their names are. Only the first run has the warnings about the choice of files.
    public static IReadOnlyList<Run> LoadEach(IReadOnlyList<string> specs, string workingDirectory)
    {
        var warnings = new List<string>();
        var files = specs.SelectMany(spec => FindAll(spec, workingDirectory, warnings)).DistinctBy(file => file.Key).ToArray();
        var runs = Run.Join([.. ReadAll(files).Select(read => (IReadOnlyList<RunFile>)[read])]);
        return [.. runs.Take(1).Select(first => first with { Warnings = warnings }), .. runs.Skip(1)];
    }

    // BenchmarkDotNet's reports in a folder and its subfolders, sorted. A report with several exports is represented by the most detailed
    // one of its last run.
    public static IEnumerable<string> ReportsIn(string folder) =>
        Reports(FolderFiles.List(folder))
            .Select(report => Newest(folder, folder, report, []))
            .Order(StringComparer.Ordinal)
            .Where(name => !name.EndsWith(BenchResults.FileName, StringComparison.Ordinal))
            .Select(name => Path.Combine(folder, name));

    private static IEnumerable<ResultFile> FindAll(string spec, string workingDirectory, ICollection<string> warnings)
    {
        var folder = Path.GetFullPath(spec, workingDirectory);
        if (spec.StartsWith(GitPrefix, StringComparison.Ordinal) || !Directory.Exists(folder))
            return Find(spec, workingDirectory, warnings);
        ResultFile[] own = [.. BenchResults.FilesIn(folder).Select(file => Below(spec, folder, Path.GetRelativePath(folder, file)))];
        try
        {
            return [.. Find(spec, workingDirectory, warnings), .. own];
        }
        catch (ResultsException) when (own.Length > 0)
        {
            // The folder has no file from BenchmarkDotNet.
            return own;
        }
    }

    // `revisions` is a branch, commit or range, such as `main` or `v1..main`, and only first parents are followed. `folder` is relative to
    // the repository's root. Returns the commits that changed the results, oldest first.
    public static IReadOnlyList<HistoryRun> LoadHistory(string revisions, string folder, string workingDirectory) =>
        GitHistory.Read(revisions, folder, workingDirectory);

    // Each subfolder with results is a run. They are in the order of the start that their newest file contains, or else of the file's time,
    // and then by name. Empty if there are none.
    public static IReadOnlyList<HistoryRun> LoadHistory(string folder, string workingDirectory)
    {
        var full = Path.GetFullPath(folder, workingDirectory);
        if (!Directory.Exists(full))
            throw new ResultsException($"'{folder}' is not a folder.");
        (string Name, string[] Files)[] folders =
        [
            .. Directory
                .EnumerateDirectories(full)
                .Order(StringComparer.Ordinal)
                .Select(name => (name, Choose(FolderFiles.List(name)).Select(file => Path.Combine(name, file)).ToArray()))
                .Where(one => one.Item2.Length > 0),
        ];
        if (folders.Length == 0)
            return [];
        var runs = Load(
            [.. folders.Select(one => (IReadOnlyList<string>)[Path.Combine(folder, Path.GetFileName(one.Name))])],
            workingDirectory
        );
        return
        [
            .. folders
                .Zip(runs, (one, run) => new HistoryRun(Path.GetFileName(one.Name), DateOf(one.Files), "", run))
                .OrderBy(run => run.Date)
                .ThenBy(run => run.Name, StringComparer.Ordinal),
        ];
    }

    // The start in the file comes first, because a copy has the time of the copying.
    private static DateTimeOffset DateOf(string[] files)
    {
        DateTimeOffset[] begun = [.. files.Select(BegunAt).OfType<DateTimeOffset>()];
        return begun.Length > 0 ? begun.Max() : files.Max(file => (DateTimeOffset)File.GetLastWriteTimeUtc(file));
    }

    // BenchmarkDotNet's title ends with the local time.
    private static DateTimeOffset? BegunAt(string file)
    {
        using var stream = new InputFile(file, file).Open(InputFile.MaxMegabytesOfRun);
        var head = new byte[512];
        var read = stream.ReadAtLeast(head, head.Length, throwOnEndOfStream: false);
        var title = Title().Match(Encoding.Latin1.GetString(head, 0, read));
        return
            title.Success
            && DateTime.TryParseExact(
                title.Groups[1].Value,
                "yyyyMMdd-HHmmss",
                CultureInfo.InvariantCulture,
                DateTimeStyles.None,
                out var time
            )
            ? new DateTimeOffset(time, TimeSpan.Zero)
            : null;
    }

    private static RunFile[] ReadAll(IReadOnlyList<ResultFile> files) => [.. ReadAll(files, null).Select(file => file!)];

    // A file that cannot be read is null, and `damaged` gets its message. Without `damaged`, the first such file is an error.
    internal static RunFile?[] ReadAll(IReadOnlyList<ResultFile> files, ICollection<string>? damaged)
    {
        // Starting a parallel query costs more than reading a small file.
        var read = files.Count == 1 ? [Attempt(files[0])] : files.AsParallel().AsOrdered().Select(Attempt).ToArray();
        foreach (var error in read.Select(file => file.Error).OfType<ResultsException>())
        {
            if (damaged is null)
                throw error;
            damaged.Add(error.Message);
        }

        return [.. read.Select(file => file.Read)];
    }

    // A parallel query wraps exceptions, and which one comes first is random.
    private static (RunFile? Read, ResultsException? Error) Attempt(ResultFile file)
    {
        try
        {
            return (Read(file).With(file.Records), null);
        }
        catch (ResultsException e)
        {
            return (null, e);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return (null, new ResultsException(file.Place, $"cannot be read: {e.Message}", e));
        }
    }

    private static RunFile Read(ResultFile file)
    {
        using var stream = file.Open();
        var bytes = stream.Length;
        if (IsTable(file.Place))
        {
            using var reader = new StreamReader(stream, new UTF8Encoding(false, throwOnInvalidBytes: true));
            try
            {
                return MarkdownTables.Read(file.Place, TypeFromName(file.Place), reader.ReadToEnd()) with { Length = bytes };
            }
            catch (DecoderFallbackException e)
            {
                throw new ResultsException(file.Place, "is not a text file in UTF-8.", e);
            }
        }

        var head = new byte[512];
        var length = stream.ReadAtLeast(head, head.Length, throwOnEndOfStream: false);
        if (length == 0)
            throw new ResultsException(file.Place, "is empty.");
        if (head.AsSpan(0, length).Contains((byte)0))
            throw new ResultsException(file.Place, "is not a text file in UTF-8.");

        stream.Position = 0;
        var begin = Encoding.Latin1.GetString(head, 0, length);
        var isOurs = OurSchema().IsMatch(begin);
        if ((isOurs || CrankJson.Begins(begin)) && bytes > (long)InputFile.MaxMegabytes << 20)
            throw InputFile.TooLarge(file.Place, InputFile.MaxMegabytes);
        return (
            isOurs ? BenchResults.Read(file.Place, stream)
            : CrankJson.Begins(begin) ? CrankJson.Read(file.Place, stream)
            : BenchmarkDotNetJson.Read(file.Place, stream)
        ) with
        {
            Length = bytes,
        };
    }

    private static IEnumerable<ResultFile> Find(string spec, string workingDirectory, ICollection<string> warnings)
    {
        if (spec.StartsWith(GitPrefix, StringComparison.Ordinal))
            return CommittedFiles.Find(spec[GitPrefix.Length..], workingDirectory);

        var path = Path.GetFullPath(spec, workingDirectory);
        if (File.Exists(path))
            return [ResultFile.OnDisk(spec, path) with { Records = RecordBeside(path) }];
        if (!Directory.Exists(path))
            throw new ResultsException($"'{spec}' is neither a file nor a folder.");

        try
        {
            string[] names =
            [
                .. FolderFiles.List(path, name =>
                    warnings.Add($"{spec.TrimEnd('/', '\\')}/{name} is not a regular file, so it is not read.")
                ),
            ];
            string[] left = EarlierFiles.Remove(spec, path, names, name => ReportName().IsMatch(name), warnings);
            RecordedRun?[] records = [.. names.Where(RecordedRun.IsName).Select(name => RecordedRun.Read(Path.Combine(path, name)))];
            ResultFile[] found =
            [
                .. Reports(left)
                    .Select(report => Newest(spec.TrimEnd('/', '\\'), path, report, warnings))
                    .Order(StringComparer.Ordinal)
                    .Select(name => Below(spec, path, name) with { Records = RecordedRun.Of(name, records) }),
            ];
            return found.Length > 0 ? found : throw NothingIn(spec);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ResultsException(spec, $"cannot be listed: {e.Message}", e);
        }
    }

    private static IReadOnlyList<RecordedRun> RecordBeside(string file) =>
        Path.Combine(Path.GetDirectoryName(file)!, RecordedRun.Name) is var record && File.Exists(record)
            ? RecordedRun.Of(file, [RecordedRun.Read(record)])
            : [];

    // Selects the most detailed export of a report's last run. Much older exports are from an earlier run.
    private static string Newest(string place, string folder, string[] report, ICollection<string> warnings)
    {
        var most = Best(report);
        if (most.EndsWith(BenchResults.FileName, StringComparison.Ordinal))
            return most;
        var last = report.Max(Written);
        var newest = Best(report.Where(name => last - Written(name) <= OneExport));
        if (newest != most)
            warnings.Add(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{place}/{most} ({Written(most):yyyy-MM-dd HH:mm} UTC) is older than {Path.GetFileName(newest)} in the same folder ({Written(newest):yyyy-MM-dd HH:mm} UTC): the {(IsTable(newest) ? "table" : "newer")} is read."
                )
            );
        return newest;

        DateTime Written(string name) => File.GetLastWriteTimeUtc(Path.Combine(folder, name));
    }

    private static ResultFile Below(string spec, string folder, string name) =>
        ResultFile.OnDisk($"{spec.TrimEnd('/', '\\')}/{name.Replace('\\', '/')}", Path.GetFullPath(name, folder));

    // The files with results, but only the most detailed export of each report.
    internal static IEnumerable<string> Choose(IEnumerable<string> names) => Reports(names).Select(Best).Order(StringComparer.Ordinal);

    private static IEnumerable<string[]> Reports(IEnumerable<string> names) =>
        names
            .Select(name => (Name: name, Match: ReportName().Match(name)))
            .Where(file => file.Match.Success)
            .GroupBy(file => TimeStamp().Replace(file.Match.Groups["report"].Value, ""), StringComparer.Ordinal)
            // If all files have time stamps, two runs of a class are two reports.
            .SelectMany(report =>
                report.All(file => TimeStamp().IsMatch(file.Name))
                    ? report.GroupBy(file => file.Match.Groups["report"].Value, StringComparer.Ordinal)
                    : [report]
            )
            .Select(report => report.Select(file => file.Name).ToArray());

    private static string Best(IEnumerable<string> report) => report.MinBy(name => (Worth(name), name))!;

    private static bool IsTable(string name) => name.EndsWith(".md", StringComparison.OrdinalIgnoreCase);

    internal static ResultsException NothingIn(string place) =>
        new(place, "has no results in it: no *-report*.json, no *-report*.md and no *bench-results.json.");

    internal static string TypeFromName(string place) =>
        ReportType().Match(place[(place.LastIndexOfAny(['/', '\\', ':']) + 1)..]) is { Success: true } match ? match.Groups[1].Value : "";

    private static int Worth(string name) =>
        name.EndsWith(BenchResults.FileName, StringComparison.Ordinal) ? 0
        : name.Contains("-report-full", StringComparison.Ordinal) ? (name.Contains("compressed", StringComparison.Ordinal) ? 1 : 2)
        : name.EndsWith(".json", StringComparison.Ordinal) ? 3
        : name.EndsWith("-github.md", StringComparison.Ordinal) ? 4
        : 5;

    private static ResultFile[] Distinct(ResultFile[] files)
    {
        var twice = files.GroupBy(file => file.Key, StringComparer.Ordinal).FirstOrDefault(group => group.Count() > 1);
        return twice is null ? files : throw new ResultsException(twice.First().Place, "is given twice for the same run.");
    }

    [GeneratedRegex(@"^(?:(?<report>.*)-report(?:-[^/]*)?\.(?:json|md)|(?<report>.*)bench-results\.json)$", RegexOptions.CultureInvariant)]
    private static partial Regex ReportName();

    [GeneratedRegex(@"-\d{8}-\d{6}(?=$|-report)", RegexOptions.CultureInvariant)]
    private static partial Regex TimeStamp();

    [GeneratedRegex("\"Title\"\\s*:\\s*\"[^\"]*-(\\d{8}-\\d{6})\"", RegexOptions.CultureInvariant)]
    private static partial Regex Title();

    [GeneratedRegex("\"schema\"\\s*:\\s*\"bench-results/", RegexOptions.CultureInvariant)]
    private static partial Regex OurSchema();

    [GeneratedRegex(@"^(.+?)(?:-\d{8}-\d{6})?-report(?:-[^/]*)?\.md$", RegexOptions.CultureInvariant)]
    private static partial Regex ReportType();
}

internal sealed record ResultFile(string Place, string Key, Func<Stream> Open)
{
    // The records of runs that wrote a file of this name, newest first.
    public IReadOnlyList<RecordedRun> Records { get; init; } = [];

    public static ResultFile OnDisk(string place, string path) =>
        new(place, path, () => new InputFile(place, path).Open(InputFile.MaxMegabytesOfRun));
}
