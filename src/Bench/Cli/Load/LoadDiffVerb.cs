using Bench.Comparison;
using Bench.Load;

namespace Bench.Cli.Load;

internal static class LoadDiffVerb
{
    public static int Run(LoadDiffOptions options, Context context)
    {
        var settings = options.Judging.Settings(context);
        var strictness = options.Judging.Strictness(settings);
        var how = ComparisonOptions.ForToday(settings);
        return AreCrank(options.Baseline, options.Candidate, context.Folder)
            ? DiffCrank(options, CrankDiff.Read(options.Baseline, options.Candidate, context.Folder, how, strictness), context)
            : DiffSweeps(options, how, strictness, context);
    }

    private static bool AreCrank(string baseline, string candidate, string here)
    {
        var (isBaseline, isCandidate) = (CrankDiff.IsCrank(baseline, here), CrankDiff.IsCrank(candidate, here));
        if (isBaseline && isCandidate)
            return true;
        if (isBaseline != isCandidate)
        {
            var (crank, other) = isBaseline ? (baseline, candidate) : (candidate, baseline);
            throw new UsageException(
                CrankDiff.Missing(other, here) is { } lacking
                    ? $"{lacking} does not exist."
                    : $"{crank} is from crank, but {CrankDiff.Other(other, here)} is not. Compare files from the same tool."
            );
        }

        if (new[] { baseline, candidate }.FirstOrDefault(side => CrankDiff.HasSeveral(side, here)) is { } files)
            throw new UsageException(
                CrankDiff.Missing(files, here) is { } missing
                    ? $"{missing} does not exist."
                    : $"{CrankDiff.Other(files, here)} is not from crank. Only files of crank can be combined with commas."
            );
        return false;
    }

    private static int DiffCrank(LoadDiffOptions options, CrankDiff diff, Context context)
    {
        var page = diff.Render(options.Baseline, options.Candidate);
        context.Screen.Show(page);
        var writer = new ResultWriter(context);
        CheckFolder.EnsureWritable(context, options.Folder);
        writer.Result(Path.Combine(options.Folder, LoadOptions.NameOf(options.Name, "crank") + ".md"), page);
        return writer.Finish(diff.Outcome);
    }

    private static int DiffSweeps(LoadDiffOptions options, ComparisonOptions how, Strictness strictness, Context context)
    {
        var (before, after) = (LoadFiles.Read(context.File(options.Baseline)), LoadFiles.Read(context.File(options.Candidate)));
        var asks =
            options.Judging
            is { NamesConfig: true }
                or { StrictEnvironment: true }
                or { Margin: not null }
                or { MaxInconclusive: not null };
        var diff = LoadDiff.Create(before, after, how, strictness, needsVerdict: asks);
        var page = LoadDiffPage.Render(diff);
        context.Screen.Show(page);
        var writer = new ResultWriter(context);
        CheckFolder.EnsureWritable(context, options.Folder);
        var stem = Path.Combine(options.Folder, LoadOptions.NameOf(options.Name, $"{before.Name}-{after.Name}"));
        writer.Result(stem + ".md", page);
        if (LoadPicture.HasPoints(before) && LoadPicture.HasPoints(after))
            writer.Result(stem + ".svg", LoadPicture.Render(Path.GetFileName(stem), [before, after], isFile: true, isCompared: true));
        return writer.Finish(diff.Outcome);
    }
}
