using Bench.Comparison;

namespace Bench;

/// <summary>
/// What a command writes when it has measured: one thing after the other. What can't be written is one line, and the rest is still written.
/// </summary>
internal sealed class Deliveries
{
    private bool isIncomplete;

    /// <returns>Whether it could be written.</returns>
    public bool Try(Action write)
    {
        try
        {
            write();
            return true;
        }
        catch (UsageException e)
        {
            isIncomplete = true;
            Screen.Fail(e.Message);
            return false;
        }
    }

    /// <returns>Whether it could be written.</returns>
    public bool File(string path, string text) => Try(() => ReportOptions.WriteFile(path, text));

    /// <summary>
    /// The exit code of the command: that something could not be written goes before any verdict, and an interruption before all.
    /// </summary>
    public int ExitCode(Outcome outcome) => ExitCode(outcome.ExitCode);

    public int ExitCode(ExitCode code) => (int)(isIncomplete && code != Comparison.ExitCode.Interrupted ? Comparison.ExitCode.Usage : code);
}
