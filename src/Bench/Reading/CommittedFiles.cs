using Bench.Processes;

namespace Bench.Results;

// Reads committed files from git, without a checkout or a change of the work tree or index.
internal static class CommittedFiles
{
    public static IEnumerable<ResultFile> Find(string spec, string workingDirectory)
    {
        var colon = spec.IndexOf(':', StringComparison.Ordinal);
        var reference = colon < 0 ? spec : spec[..colon];
        var folder = colon < 0 ? RunLoader.ReferenceFolder : spec[(colon + 1)..].Trim('/');
        var place = $"{RunLoader.GitPrefix}{spec}";
        if (reference.Length == 0)
            throw new ResultsException(place, "does not name a git ref.");

        var commit = GitProcess
            .Ask(workingDirectory, "rev-parse", "--verify", "--quiet", "--end-of-options", reference + "^{commit}")
            ?.Trim()
            ?? throw new ResultsException(place, $"git finds no commit '{reference}' here.");
        var list = GitProcess.Ask(workingDirectory, "ls-tree", "-r", "-z", "--name-only", "--full-tree", commit, "--", folder)
            ?? throw new ResultsException(place, $"git cannot list '{folder}'.");
        var names = list.Split('\0', StringSplitOptions.RemoveEmptyEntries);
        RecordedRun?[] records = [.. names.Where(RecordedRun.IsName).Select(name => RecordedRun.Parse(Content(name)))];
        // A single file is read whatever its name is, as on disk.
        ResultFile[] found =
        [
            .. (names is [var only] && only == folder ? names : RunLoader.Choose(names)).Select(name => new ResultFile(
                $"git:{reference}:{name}",
                $"{commit}:{name}",
                () => new MemoryStream(Content(name))
            )
            {
                Records = RecordedRun.Of(name, records),
            }),
        ];
        return found.Length > 0 ? found : throw RunLoader.NothingIn($"{place} ({folder})");

        byte[] Content(string name) =>
            GitProcess.Bytes(workingDirectory, "cat-file", "blob", $"{commit}:{name}")
            ?? throw new ResultsException(place, $"git cannot read '{name}'.");
    }
}
