using Bench.Comparison;
using Bench.Load;
using Bench.Runner;

namespace Bench.Cli.Load;

// Notices about things that surprise the user of a load gate.
internal static class LoadGateNotices
{
    // Slices this many times longer than requested make the check outlast its job.
    private const int SlowSlices = 4;

    /// <summary>Files that only the candidate has: the baseline's checkout lacks files that git ignores, such as local settings.</summary>
    /// <param name="project">The project of the work tree.</param>
    /// <param name="programs">The baseline's and the candidate's.</param>
    public static string? OfIgnoredFiles(Repository repository, string project, IReadOnlyList<string> programs)
    {
        var (before, after) = (Path.GetDirectoryName(programs[0])!, Path.GetDirectoryName(programs[1])!);
        string[] files =
        [
            .. repository
                .IgnoredFiles(Path.GetDirectoryName(project)!)
                .Where(file => File.Exists(Path.Combine(after, file)) && !File.Exists(Path.Combine(before, file))),
        ];
        return files.Length == 0
            ? null
            : $"git ignores {files[0]}{(files.Length > 1 ? $" and {files.Length - 1} more files" : "")}, so only the program of the work tree has it";
    }

    /// <summary>How long rounds of a slow request take; null if slices are about as long as requested.</summary>
    public static string? OfSlowSlices(LoadMatrix matrix, double? pace)
    {
        if (pace is not { } known)
            return null;
        var slice = InterleavedRound.SliceOf(matrix, known);
        if (slice.TotalSeconds < SlowSlices * matrix.SliceSeconds)
            return null;
        return FormattableString.Invariant(
            $"The request is slow, so slices take {slice.TotalSeconds:0} s with {matrix.Connections} connections and each round takes {InterleavedRound.Time(matrix, known).TotalMinutes:0.#} min. Use fewer --connections for shorter rounds."
        );
    }

    // Warns that the change's own entry does not apply, or that the baseline has none; null if the change leaves the entry unchanged.
    public static string? OfEntry(Settings settings, LoadEndpoint endpoint) =>
        settings.NoticeOf(endpoint) is not { } notice ? null
        : settings.IsNew(endpoint) ? $"{notice}, so merge it without a check"
        : $"{notice}; use --config {Settings.FileName} for the settings of the work tree";
}
