using System.Diagnostics;
using Bench.Processes;
using Bench.Runner;

namespace CheckCost;

/// <summary>Checks of changes that are known, by the command in a process of its own.</summary>
/// <param name="isBusy">Whether one core is kept busy meanwhile.</param>
/// <param name="beside">What keeps it busy, in words, where that is another program which runs already.</param>
/// <param name="options">Further arguments of <c>bench gate</c>.</param>
internal sealed class RealCheck(bool isBusy, string? beside, IReadOnlyList<string> options)
{
    public IEnumerable<(string Name, Check Made)> Edits() =>
        Edit.All().Select(edit => (edit.Name, new Check(edit.Name, isBusy, beside, options, clone => edit.Make(clone))));

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
                            slowdown.Prepare(clone);
                            Run("git", clone, CancellationToken.None, [.. Author, "commit", "--quiet", "-am", "Call it ten times"]);
                            slowdown.Make(clone);
                        }
                    )
                )
            );

    private static readonly string[] Author = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"];

    private static void Run(string program, string folder, CancellationToken cancellationToken, params string[] arguments)
    {
        var run = ChildProcess.Run(program, folder, cancellationToken, arguments);
        if (run.ExitCode != 0)
            throw new InvalidOperationException($"{program} {string.Join(' ', arguments)}: {run.Error}");
    }

    internal sealed record Check(string Name, bool IsBusy, string? Beside, IReadOnlyList<string> Options, Action<string> Change)
    {
        private string Command => string.Join(' ', ["bench gate --baseline HEAD", .. Options]);

        public bool IsDone(CheckRecord record) => record.Edit == Name && record.IsBusy == IsBusy && record.Command == Command;

        public CheckRecord Run(CancellationToken cancellationToken)
        {
            var folder = Directory.CreateTempSubdirectory("check-cost-").FullName;
            try
            {
                var clone = Path.Combine(folder, "clone");
                RealCheck.Run("git", folder, cancellationToken, "clone", "--quiet", Directory.GetCurrentDirectory(), clone);
                Change(clone);
                using var load = IsBusy && Beside is null ? new BusyCore() : null;
                var clock = Stopwatch.StartNew();
                var results = Path.Combine(folder, "results");
                var check = ChildProcess.Run(
                    "dotnet",
                    clone,
                    cancellationToken,
                    [Path.Combine(AppContext.BaseDirectory, "bench.dll"), "gate", "--baseline", "HEAD", "--results", results, .. Options]
                );
                return check.ExitCode is 0 or 1 or 3
                    ? CheckRecord.Read(Name, IsBusy, check.ExitCode, clock.Elapsed, results, Command) with
                    {
                        Commit = ChildProcess.Run("git", Directory.GetCurrentDirectory(), cancellationToken, "rev-parse", "HEAD").Output[..12],
                        Beside = Beside,
                    }
                    : throw new InvalidOperationException($"{Name}: exit code {check.ExitCode}: {check.Error}");
            }
            finally
            {
                Directory.Delete(folder, recursive: true);
            }
        }
    }
}
