using Bench.Comparison;
using Bench.Load;
using Bench.Published;
using Bench.Reports;
using Bench.Results;

namespace Lab.Claims;

internal static class ClaimsVerb
{
    public static int Run(ClaimsOptions options, Context context)
    {
        var file = Chosen(ClaimsFile.Read(context.File(options.Claims)), options.Source);
        EnsureNamedVariants(file, context);
        var settings = options.Judging.Settings(context);
        string[] pages = options.Pages ? [.. file.Sources.Select(source => source.Page)] : [];
        foreach (var page in pages)
            SourcePage.EnsureMarked(page, Read(page, context));
        if (options.Kept is { } kept)
        {
            CheckFolder.EnsureWritable(context, kept);
            foreach (var page in options.Output is { } output ? [.. pages, output] : pages)
                OutputFiles.EnsureWritable(context, page);
        }

        var figures = FiguresOf(options, settings, context);
        Claim[] missing = options.Kept is null
            ? []
            : [.. file.Measurable.Where(claim => figures.Of(claim).Count == 0 || figures.IsPartial(claim))];
        var (isInterrupted, isAllMeasured) = (false, true);
        if (missing.Length > 0)
        {
            try
            {
                isAllMeasured = new ClaimsMeasurement(options, settings, context).Measure(missing);
            }
            catch (OperationCanceledException)
            {
                isInterrupted = true;
            }

            figures = FiguresOf(options, settings, context);
        }

        var writer = new ResultWriter(context);
        Report(file, figures, options, context, writer);
        return writer.Finish(
            isInterrupted ? ExitCode.Interrupted
            : isAllMeasured ? ExitCode.Passed
            : ExitCode.Usage
        );
    }

    private static void Report(ClaimsFile file, ClaimFigures figures, ClaimsOptions options, Context context, ResultWriter writer)
    {
        var partial = file.Measurable.Where(figures.IsPartial).Select(claim => claim.Matrix ?? claim.Sweep!);
        foreach (var one in partial.Distinct(StringComparer.Ordinal))
            context.Screen.Complain($"{one}: its measurement was interrupted, and is judged by the rounds that there are.");
        var claims = JudgedClaim.All(file, figures);
        var page = ClaimsReport.Render(
            claims,
            file.Tolerance,
            $"{LabCommand.Typed} claims {ShellText.Argument(options.Claims)}{(options.Source is { } source ? $" --source {ShellText.Argument(source)}" : "")}{string.Concat(options.Sources.Select(one => $" --from {ShellText.Argument(one)}"))}{options.Judging.Given.Text(JudgingOptions.Config)}"
        );
        context.Screen.Write(page);
        if (options.Output is { } output)
            writer.File(output, page);
        if (!options.Pages)
            return;
        foreach (var ofPage in claims.GroupBy(claim => claim.Source.Page))
            writer.File(ofPage.Key, SourcePage.Render(ofPage.Key, Read(ofPage.Key, context), [.. ofPage]));
    }

    private static string Read(string page, Context context)
    {
        try
        {
            return context.File(page).ReadText();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{page} cannot be read: {e.Message}");
        }
    }

    private static ClaimsFile Chosen(ClaimsFile file, string? name)
    {
        if (name is null)
            return file;
        ClaimSource[] chosen = [.. file.Sources.Where(source => source.Name.Contains(name, StringComparison.OrdinalIgnoreCase))];
        return chosen.Length > 0
            ? file with
            {
                Sources = chosen,
            }
            : throw new UsageException(
                $"--source: no source has '{name}' in its name. There are: {string.Join("; ", file.Sources.Select(source => source.Name))}."
            );
    }

    // Only variants and requests can be checked here: only the built program knows its benchmarks.
    private static void EnsureNamedVariants(ClaimsFile file, Context context)
    {
        foreach (var claim in file.Measurable.Where(claim => claim.Matrix is not null))
        {
            var matrix = LoadMatrix.Read(context.File(claim.Matrix!));
            var variants = matrix.Variants.Select(variant => variant.Name).ToArray();
            if (
                new[] { claim.Variant, claim.Against }.FirstOrDefault(name => !variants.Contains(name, StringComparer.Ordinal)) is
                { } missing
            )
                throw new UsageException(
                    $"'{claim.Says}': {claim.Matrix} has no variant '{missing}': there are {string.Join(", ", variants)}."
                );
            if (claim.Request is { } request && !matrix.Requests.Any(one => one.Name == request))
                throw new UsageException(
                    $"'{claim.Says}': {claim.Matrix} has no request '{request}': there are {string.Join(", ", matrix.Requests.Select(one => one.Name).DefaultIfEmpty("none"))}."
                );
        }
    }

    private static ClaimFigures FiguresOf(ClaimsOptions options, Settings settings, Context context)
    {
        var (paths, folder) = (options.Sources.ToArray(), context.Folder);
        var benchmarks = new List<(string Machine, ComparedBenchmark Benchmark)>();
        var (matrices, sweeps) = (new List<MatrixResult>(), new List<LoadRun>());
        // Each file is read separately: two files may have measured the same benchmark.
        foreach (var file in paths.SelectMany(path => FilesIn(path, folder)))
        {
            if (MatrixResult.TryRead(file) is { } matrix)
                matrices.Add(matrix);
            else if (LoadFiles.TryRead(file) is { } sweep)
                sweeps.Add(sweep);
            else if (
                RunLoader.Load(
                    [
                        [file],
                    ],
                    folder
                )[0]
                    is { } run
                && run.Benchmarks.Any(benchmark => benchmark.Replicates.Count > 0)
            )
                benchmarks.AddRange(
                    RunComparison
                        .CreatePaired(run, ComparisonOptions.ForToday(settings, context.Clock))
                        .Benchmarks.Select(benchmark => (MachineClassName.Of(run.Environments[0]), benchmark))
                );
        }

        string[] folders = [.. paths.Select(path => Path.GetFullPath(path, folder)).Where(Directory.Exists)];
        return new ClaimFigures(
            benchmarks,
            matrices,
            [.. folders.Where(PublishedRuns.Are).SelectMany(tables => MergedTopic.Merge(PublishedRuns.Read(tables)))],
            RunLoader.LoadEach([.. folders.Where(tables => !PublishedRuns.Are(tables)).SelectMany(RunLoader.ReportsIn)], folder),
            sweeps,
            folder
        );
    }

    private static IEnumerable<string> FilesIn(string path, string folder)
    {
        var full = Path.GetFullPath(path, folder);
        return Directory.Exists(full) ? BenchResults.FilesIn(full)
            : File.Exists(full) ? [full]
            : throw new UsageException($"--from {path}: this file or folder does not exist.");
    }
}
