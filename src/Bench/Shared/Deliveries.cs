using Bench.Comparison;

namespace Bench;

/// <summary>
/// What a command writes when it has measured: one thing after the other. What can't be written is one line, and the rest is still written.
/// </summary>
internal sealed class Deliveries
{
    private bool isIncomplete;

    public void Try(Action write)
    {
        try
        {
            write();
        }
        catch (UsageException e)
        {
            isIncomplete = true;
            Screen.Fail(e.Message);
        }
    }

    public void File(string path, string text) => Try(() => ReportOptions.WriteFile(path, text));

    /// <summary>The exit code of the command: that something could not be written goes before any verdict.</summary>
    public int ExitCode(Outcome outcome) => ExitCode(outcome.ExitCode);

    public int ExitCode(ExitCode code) => (int)(isIncomplete ? Comparison.ExitCode.Usage : code);
}
