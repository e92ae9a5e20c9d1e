using System.Globalization;
using Bench.Cli.Explain;
using Bench.Load;

namespace Bench.Cli.Load;

internal sealed class SweepProfile(ISweepLoad load, IReadOnlyList<LoadLevel> levels, string folder, ProgressLine progress, Context context)
{
    private static readonly TimeSpan Time = TimeSpan.FromSeconds(5);

    /// <summary>Adds a profile of the server to the page. The figures are already written, so a failure loses only the profile.</summary>
    /// <returns>The reason for a missing profile; null if it was added.</returns>
    public string? Write(string page, ResultWriter writer)
    {
        try
        {
            var profile = Render();
            context.Screen.Show(profile);
            writer.Write(page, path => File.AppendAllText(path, profile));
            return null;
        }
        catch (OperationCanceledException)
        {
            return "it was interrupted before the profile";
        }
        catch (BenchException e)
        {
            return $"the profile failed: {e.Message}";
        }
    }

    private string Render()
    {
        int[] reached = [.. levels.Where(level => level.MeanMilliseconds is not null).Select(level => level.Connections)];
        if (reached.Length == 0)
            return "";
        var connections = reached[reached.Length / 2];
        progress.Step(string.Create(CultureInfo.InvariantCulture, $"sampling at {connections} connections"));
        CpuProfile? profile = null;
        load.While(
            connections,
            Time,
            process => profile = CpuProfile.SampleServer(process, Time, Path.Combine(folder, "server.nettrace"), context.Cancellation),
            context.Cancellation
        );
        return ServerProfileReport.Render(profile!, connections);
    }
}
