using Lab.Trials;

namespace Lab.LoadTrials;

/// <summary>Runs the command on known changes under load, in its own process.</summary>
internal static class GateTrials
{
    public static int Run(LoadTrialsOptions options, Context context)
    {
        var changes = DataFile.Read<Change>("LoadTrials/changes.json").Where(change => options.Only.Have(change.Name)).ToArray();
        return new TrialFolder<LoadRecord>(context.FullPath(options.Output), LoadPage.Render).Run(
            // Interleaved, so that slow changes of the machine affect all changes alike.
            Enumerable.Range(1, options.Trials).SelectMany(number => changes.Select(change => Check(change, number, options, context))),
            record => $"{record.Change}: exit code {record.ExitCode} in {record.Seconds} s, {(record.IsRight ? "right" : "not right")}",
            context
        );
    }

    private static Trial<LoadRecord> Check(Change change, int number, LoadTrialsOptions options, Context context)
    {
        string[] arguments =
        [
            "load",
            "gate",
            "--baseline",
            "HEAD",
            "--project",
            change.Sample,
            "--path",
            change.Path,
            .. options.Arguments,
        ];
        var command = $"bench {string.Join(' ', arguments)}";
        return new(
            record => record.Change == change.Name && record.IsBusy == options.IsBusy && record.Command == command,
            () =>
            {
                using var clone = new ThrowAwayClone(context);
                change.Make(clone);
                using var neighbour = options.IsBusy ? new BusyCore() : null;
                var report = Path.Combine(clone.Folder, "report.json");
                var gate = clone
                    .Bench([.. arguments, "--artifacts", Path.Combine(clone.Folder, "results"), "--output", report])
                    .Ensure(change.Name, 0, 1, 3);
                return LoadRecord.Read(change, options.IsBusy, gate, report, command, clone.Commit);
            },
            number
        );
    }
}
