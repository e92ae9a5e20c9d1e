using System.Diagnostics;
using System.Text.Json;
using Bench.Eng;
using Bench.Runner;

namespace CheckCost;

/// <summary>Checks known changes. It runs the command in a separate process.</summary>
/// <param name="isBusy">Whether one core is kept busy during the check.</param>
/// <param name="beside">A description of a program that is already running and keeps it busy; null for none.</param>
/// <param name="options">Additional arguments of <c>bench gate</c>.</param>
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

    // Changes that do not affect the time of any benchmark.
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
