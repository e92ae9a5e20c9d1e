using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using Bench.Comparison;
using Bench.Hiding;
using Bench.Load;
using Bench.Reports;
using Bench.Results;
using Bench.Runner;

namespace Bench.Cli.Load;

// Steps shared by the verbs that load a server.
internal static class LoadSteps
{
    /// <summary>Refuses more connections to one address than the machine supports. To be called before building.</summary>
    /// <param name="place">The option or entry that asks for them.</param>
    public static void EnsureReachable(int connections, string place, ConnectionLimits limits)
    {
        if (limits.UnsupportedReason(connections, addresses: 1) is { } reason)
            throw new UsageException(FormattableString.Invariant($"{place}: {connections} cannot be reached: {reason}."));
    }

    public static void EnsureGenerators(Context context)
    {
        Tool.Wrk.EnsureInstalled(context.Variable("PATH"));
        Tool.H2Load.EnsureInstalled(context.Variable("PATH"));
    }

    /// <summary>Returns why not everything was measured; null if it was. If nothing was measured, the exception passes.</summary>
    /// <param name="secrets">The hidden values of the plan: a failing server may print them.</param>
    public static string? Try(Action measure, Func<bool> isAnythingKept, Secrets secrets)
    {
        try
        {
            measure();
            return null;
        }
        catch (OperationCanceledException) when (isAnythingKept())
        {
            return Verb.WasInterrupted;
        }
        catch (LoadException e)
        {
            var message = secrets.Without(e.Message)!;
            if (isAnythingKept())
                return message;
            if (message == e.Message)
                throw;
            throw new LoadException(message);
        }
    }

    public static ExitCode ExitCodeOfPart(Context context) =>
        context.Cancellation.IsCancellationRequested ? ExitCode.Interrupted : ExitCode.Usage;

    public static void Keep(Context context, string file, string json) =>
        OutputFiles.Write(context, file, path => WholeFile.Write(path, json));

    public static T? Before<T>(Context context, string file, bool isResumed, Func<InputFile, T?> read, Func<T, string?> partial)
        where T : class
    {
        if (!File.Exists(context.FullPath(file)))
        {
            if (isResumed)
                context.Screen.Complain($"--resume: {file} does not exist, so everything is measured.");
            return null;
        }

        var before = TryRead();
        if (isResumed)
        {
            if (before is not null && partial(before) is null)
                context.Screen.Complain($"--resume: {file} is complete. Only missing figures are measured.");
            return before ?? throw new UsageException($"--resume: {file} is not from such a run.");
        }

        if (before is not null && partial(before) is not null)
            context.Screen.Complain($"{file} is from an interrupted run and will be replaced. Use --resume to continue that run.");
        return null;

        T? TryRead()
        {
            try
            {
                return read(context.File(file));
            }
            // The file that will be replaced may contain anything.
            catch (BenchException) when (!isResumed)
            {
                return null;
            }
        }
    }

    public static UsageException DifferentRun(string file) =>
        new($"--resume: {file} cannot be continued: its settings, code, tools, bench version or machine differ.");

    // A hash of the built projects and the state of their code, so that a resumed run adds no rounds of other code. Null without git.
    /// <param name="results">The folder of results. It may contain the code too, so files named like results are not hashed.</param>
    public static string? SourceOf(IEnumerable<string> projects, string results, CancellationToken cancellationToken)
    {
        var folder = Path.TrimEndingDirectorySeparator(Path.GetFullPath(".", results));
        try
        {
            // Two projects of a repository may have the same name, so use their paths.
            var built = string.Join(
                '\n',
                projects
                    .Select(project => (Project: project, Repository: Repository.Find(Path.GetDirectoryName(project)!, cancellationToken)))
                    .GroupBy(one => one.Repository.Root, StringComparer.Ordinal)
                    .OrderBy(group => group.Key, StringComparer.Ordinal)
                    .SelectMany(group =>
                        group
                            .Select(one => Path.GetRelativePath(group.Key, one.Project))
                            .Distinct(StringComparer.Ordinal)
                            .Order(StringComparer.Ordinal)
                            .Prepend(WorkTreeState.Hash(group.First().Repository, IsResult))
                    )
            );
            return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(built)));
        }
        // No repository, no commit, or no git.
        catch (BenchException)
        {
            return null;
        }

        bool IsResult(string file) =>
            Path.GetDirectoryName(file) == folder && Path.GetExtension(file) is ".json" or ".md" or ".dat" or ".svg" or ".part";
    }

    /// <summary>Deletes the files of an earlier run, which would be misleading if this run produces nothing.</summary>
    public static void DeleteEarlier(string folder, string name)
    {
        foreach (var ending in new[] { ".json", ".md" })
            File.Delete(Path.Combine(folder, name + ending));
    }

    /// <param name="place">The option or entry that names it.</param>
    /// <param name="here">The folder that a relative path starts from. Samples are looked for in it and in the folders above.</param>
    public static string ProjectOf(string sample, string place, string here)
    {
        if (Path.GetFullPath(sample, here) is var file && File.Exists(file) && FolderFiles.IsRegular(file))
            return file;
        for (var folder = new DirectoryInfo(here); folder is not null; folder = folder.Parent)
        {
            var project = Path.Combine(folder.FullName, "samples", sample, sample + ".csproj");
            if (sample.IndexOfAny(Path.GetInvalidFileNameChars()) < 0 && File.Exists(project))
                return project;
        }

        throw new UsageException(
            $"{place} {sample}: this project file does not exist{(PlanFile.IsName(sample) ? $", nor does samples/{sample}/{sample}.csproj here or above" : "")}."
        );
    }
}
