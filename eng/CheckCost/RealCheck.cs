using System.Diagnostics;
using System.Text.Json;
using Bench.Eng;
using Bench.Runner;

namespace CheckCost;

/// <summary>Checks of changes that are known, by the command in a process of its own.</summary>
/// <param name="isBusy">Whether one core is kept busy meanwhile.</param>
/// <param name="beside">What keeps it busy, in words, where that is another program which runs already.</param>
/// <param name="options">Further arguments of <c>bench gate</c>.</param>
internal sealed class RealCheck(bool isBusy, string? beside, IReadOnlyList<string> options)
{
    public IEnumerable<(string Name, Check Made)> Edits() =>
        AllEdits().Select(edit => (edit.Name, new Check(edit.Name, isBusy, beside, options, clone => edit.Make(clone.Root))));

    public IEnumerable<(string Name, Check Made)> Slowdowns() =>
        Slowdown
            .All()
            .Select(slowdown =>
                (
                    slowdown.Benchmark,
                    new Check(
                        slowdown.Benchmark,
                        isBusy,
                        beside,
                        ["--filter", slowdown.Class, .. options],
                        clone =>
                        {
                            slowdown.Prepare(clone.Root);
                            clone.CommitAll("Call it ten times");
                            slowdown.Make(clone.Root);
                        }
                    )
                )
            );

    // Changes that no benchmark's time can notice.
    private static Edit[] AllEdits() =>
        JsonSerializer.Deserialize<Edit[]>(
            File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "edits.json")),
            new JsonSerializerOptions(JsonSerializerDefaults.Web)
        )!;

    internal sealed record Check(string Name, bool IsBusy, string? Beside, IReadOnlyList<string> Options, Action<ThrowAwayClone> Change)
    {
        private string Command => string.Join(' ', ["bench gate --baseline HEAD", .. Options]);

        public bool IsDone(CheckRecord record) =>
            record.Edit == Name && record.IsBusy == IsBusy && record.Beside == Beside && record.Command == Command;

        public CheckRecord Run(CancellationToken cancellationToken)
        {
            using var clone = new ThrowAwayClone("check-cost-", cancellationToken);
            Change(clone);
            using var load = IsBusy && Beside is null ? new BusyCore() : null;
            var clock = Stopwatch.StartNew();
            var results = Path.Combine(clone.Folder, "results");
            var check = clone.Bench(["gate", "--baseline", "HEAD", "--results", results, .. Options]);
            return check.ExitCode is 0 or 1 or 3
                ? CheckRecord.Read(Name, IsBusy, check.ExitCode, clock.Elapsed, results, Command) with
                {
                    Commit = clone.Commit,
                    Beside = Beside,
                }
                : throw new InvalidOperationException($"{Name}: exit code {check.ExitCode}: {check.Error}");
        }
    }
}
