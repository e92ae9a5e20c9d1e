using Lab.Trials;

namespace Lab.CheckCost;

/// <summary>Runs the command on known changes, in its own process.</summary>
internal static class CheckTrials
{
    private const string OfSlowdowns = "slowdowns.jsonl";

    public static int Run(CheckCostOptions options, Context context)
    {
        using var database = new SharedDatabase();
        var folder = context.FullPath(options.Output);
        return options.IsSlower
            ? new TrialFolder<CheckRecord>(
                folder,
                slowdowns => CostPage.Render(TrialFolder.Read<CheckRecord>(folder, TrialFolder.Records), slowdowns),
                OfSlowdowns
            ).Run(Slowdowns(options, context), Summary, context)
            : new TrialFolder<CheckRecord>(folder, edits => CostPage.Render(edits, TrialFolder.Read<CheckRecord>(folder, OfSlowdowns))).Run(
                Edits(options, context),
                Summary,
                context
            );
    }

    // Changes that no benchmark's time can notice.
    private static IEnumerable<Trial<CheckRecord>> Edits(CheckCostOptions options, Context context) =>
        DataFile
            .Read<Edit>("CheckCost/edits.json")
            .Where(edit => options.Only.Have(edit.Name))
            .Select(edit => Check(edit.Name, options, options.Arguments, clone => edit.Make(clone.Root), context));

    private static IEnumerable<Trial<CheckRecord>> Slowdowns(CheckCostOptions options, Context context) =>
        Slowdown
            .All()
            .Where(slowdown => options.Only.Have(slowdown.Benchmark))
            .Select(slowdown =>
                Check(
                    slowdown.Benchmark,
                    options,
                    ["--filter", slowdown.Class, .. options.Arguments],
                    clone =>
                    {
                        slowdown.Prepare(clone.Root);
                        clone.CommitAll("Call it ten times");
                        slowdown.Make(clone.Root);
                    },
                    context
                )
            );

    private static Trial<CheckRecord> Check(
        string name,
        CheckCostOptions options,
        IReadOnlyList<string> arguments,
        Action<ThrowAwayClone> change,
        Context context
    )
    {
        string[] gate = ["gate", "--baseline", "HEAD", .. arguments];
        var command = $"bench {string.Join(' ', gate)}";
        return new(
            record =>
                record.Edit == name && record.IsBusy == options.IsBusy && record.Beside == options.Beside && record.Command == command,
            () =>
            {
                using var clone = new ThrowAwayClone(context);
                change(clone);
                using var load = options is { IsBusy: true, Beside: null } ? new BusyCore() : null;
                var results = Path.Combine(clone.Folder, "results");
                var check = clone.Bench([.. gate, "--artifacts", results]).Ensure(name, 0, 1, 3);
                return CheckRecord.Read(name, options.IsBusy, check, results, command) with
                {
                    Commit = clone.Commit,
                    Beside = options.Beside,
                };
            }
        );
    }

    private static FormattableString Summary(CheckRecord record) =>
        $"{record.Edit}: exit code {record.ExitCode} in {record.Seconds} s, {record.Measured} measured, {record.NotPassed.Count} not passed";
}
