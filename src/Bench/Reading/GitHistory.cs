using System.Buffers;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using Bench.Processes;

namespace Bench.Results;

internal sealed record HistoryRun(string Name, DateTimeOffset Date, string Subject, Run Run)
{
    // The start of the places that this commit changed. Null for a folder of runs.
    public string? Place { get; init; }
}

// The results of each commit of a history, oldest first. One git process lists the changed files of each commit, and another returns
// their contents. A file that stays the same over many commits is read once.
internal static class GitHistory
{
    private const int ShortName = 12;
    private const char Commit = '\u0001';
    private const char Field = '\u001f';

    // Only commits that changed the results. `folder` is relative to the repository's root. Files that cannot be read are errors, unless
    // `damaged` gets their messages.
    public static IReadOnlyList<HistoryRun> Read(
        string revisions,
        string folder,
        string workingDirectory,
        ICollection<string>? damaged = null
    )
    {
        var commits = Commits(revisions, folder, workingDirectory);
        var blobs = commits
            .SelectMany(commit => commit.Files.Select(file => (file.Blob, file.Path, commit.Name, commit.Records)))
            .DistinctBy(file => (file.Blob, file.Path))
            .ToArray();
        using var contents = new Contents(workingDirectory);
        // A later commit may have completed the record of a run.
        var records = commits
            .SelectMany(commit => commit.Records)
            .GroupBy(record => record.Path, record => record.Blob, StringComparer.Ordinal)
            .ToDictionary(record => record.Key, record => contents.RecordOf(record.Last()), StringComparer.Ordinal);
        var read = RunLoader.ReadAll(
            [
                .. blobs.Select(file => new ResultFile($"{RunLoader.GitPrefix}{file.Name}:{file.Path}", file.Blob, () =>
                    contents.Of(file.Blob)
                )
                {
                    Records = RecordedRun.Of(file.Path, file.Records.Select(record => records[record.Path])),
                }),
            ],
            damaged
        );
        var files = blobs
            .Zip(read)
            .Where(pair => pair.Second is not null)
            .ToDictionary(pair => (pair.First.Blob, pair.First.Path), pair => pair.Second!);
        var runs = Run.Join([
            .. commits.Select(commit =>
                commit.Files.Select(file => files.GetValueOrDefault((file.Blob, file.Path))).OfType<RunFile>().ToArray()
            ),
        ]);
        return
        [
            .. commits.Zip(runs, (commit, run) =>
                new HistoryRun(commit.Name, commit.Date, commit.Subject, run) { Place = $"{RunLoader.GitPrefix}{commit.Name}:" }
            ),
        ];
    }

    private static List<PublishingCommit> Commits(string revisions, string folder, string workingDirectory)
    {
        var commits = new List<PublishingCommit>();
        var files = new SortedDictionary<string, string>(StringComparer.Ordinal);
        string[]? head = null;
        var parts = Log(revisions, folder, workingDirectory).Split('\0');
        for (var i = 0; i < parts.Length; i++)
        {
            var part = parts[i].TrimStart('\n');
            if (part.StartsWith(Commit))
            {
                Keep();
                // Files before the start of a range need not have changed in it.
                if (head is null)
                    AddAll(files, part[1..].Split(Field)[0], folder, workingDirectory);
                head = part[1..].Split(Field);
            }
            else if (part.StartsWith(':') && i + 1 < parts.Length)
            {
                // ":OLD_MODE NEW_MODE OLD_BLOB NEW_BLOB STATUS", and the path in the next part.
                var fields = part.Split(' ');
                var path = parts[++i];
                if (fields[4].StartsWith('D'))
                    files.Remove(path);
                else
                    files[path] = fields[3];
            }
        }

        Keep();
        return commits;

        void Keep()
        {
            if (head is not null && PublishingCommit.Create(head, files) is { Files.Length: > 0 } commit)
                commits.Add(commit);
        }
    }

    private static string Log(string revisions, string folder, string workingDirectory) =>
        Ask(
            workingDirectory,
            "log",
            "--no-show-signature",
            "--first-parent",
            "-m",
            "--reverse",
            "--raw",
            "-z",
            "--no-renames",
            "--no-abbrev",
            $"--format={Commit}%H{Field}%cI{Field}%s",
            "--end-of-options",
            revisions,
            "--",
            $":(top){folder}"
        );

    private static void AddAll(SortedDictionary<string, string> files, string commit, string folder, string workingDirectory)
    {
        foreach (
            var entry in Ask(workingDirectory, "ls-tree", "-r", "-z", "--full-tree", commit, "--", folder)
                .Split('\0', StringSplitOptions.RemoveEmptyEntries)
        )
        {
            // "MODE TYPE BLOB", a tab, and the path.
            var tab = entry.IndexOf('\t', StringComparison.Ordinal);
            files[entry[(tab + 1)..]] = entry[..tab].Split(' ')[2];
        }
    }

    private static string Ask(string workingDirectory, params string[] arguments)
    {
        var answer = GitProcess.Run(workingDirectory, CancellationToken.None, arguments);
        return answer.ExitCode == 0 ? answer.Output : throw new ResultsException($"git: {answer.Error.Split('\n')[0].Trim()}");
    }

    // Records are those of published runs.
    private sealed record PublishingCommit(
        string Name,
        DateTimeOffset Date,
        string Subject,
        (string Path, string Blob)[] Files,
        (string Path, string Blob)[] Records
    )
    {
        // "head" is the hash, the date and the subject. The files are the hashes of all contents by path.
        public static PublishingCommit Create(string[] head, SortedDictionary<string, string> files) =>
            new(
                head[0][..Math.Min(ShortName, head[0].Length)],
                DateTimeOffset.Parse(head[1], CultureInfo.InvariantCulture),
                head[2],
                [.. RunLoader.Choose(files.Keys).Select(path => (path, files[path]))],
                [.. files.Where(file => RecordedRun.IsName(file.Key)).Select(file => (file.Key, file.Value))]
            );
    }

    // Reads blobs by their hash, one at a time.
    private sealed class Contents : IDisposable
    {
        private readonly Lock turn = new();
        private readonly Process git;
        private readonly BufferedStream output;

        public Contents(string workingDirectory)
        {
            git = GitProcess.Begin(workingDirectory, "cat-file", "--batch");
            git.BeginErrorReadLine();
            output = new BufferedStream(git.StandardOutput.BaseStream, 1 << 16);
        }

        public MemoryStream Of(string blob)
        {
            lock (turn)
            {
                git.StandardInput.Write(blob + "\n");
                git.StandardInput.Flush();
                // "HASH blob SIZE", or "HASH missing".
                var answer = Line().Split(' ');
                if (answer.Length < 3 || !int.TryParse(answer[2], NumberStyles.None, CultureInfo.InvariantCulture, out var size))
                    throw new ResultsException($"git lacks the contents of {blob}. Check whether the clone is shallow or partial.");
                if (size > InputFile.MaxMegabytesOfRun << 20)
                    throw new ResultsException(blob, FormattableString.Invariant($"is larger than {InputFile.MaxMegabytesOfRun} MB."));
                var content = ArrayPool<byte>.Shared.Rent(size);
                output.ReadExactly(content, 0, size);
                output.ReadByte();
                return new RentedStream(content, size);
            }
        }

        public RecordedRun? RecordOf(string blob)
        {
            using var content = Of(blob);
            return RecordedRun.Parse(content.ToArray());
        }

        public void Dispose()
        {
            git.StandardInput.Close();
            git.WaitForExit();
            output.Dispose();
            git.Dispose();
        }

        private string Line()
        {
            var line = new StringBuilder();
            for (var c = output.ReadByte(); c is not ('\n' or -1); c = output.ReadByte())
                line.Append((char)c);
            return line.ToString();
        }
    }

    // Returns its buffer to the pool. Otherwise a thousand files of a megabyte would be a thousand large blocks for the garbage collector.
    private sealed class RentedStream(byte[] content, int size) : MemoryStream(content, 0, size, writable: false)
    {
        private byte[]? rented = content;

        protected override void Dispose(bool disposing)
        {
            base.Dispose(disposing);
            if (Interlocked.Exchange(ref rented, null) is { } array)
                ArrayPool<byte>.Shared.Return(array);
        }
    }
}
