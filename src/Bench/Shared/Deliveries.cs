using Bench.Comparison;
using Bench.Results;

namespace Bench;

/// <summary>
/// What a command writes when it has measured: one thing after the other. What can't be written is one line, and the rest is still written.
/// </summary>
internal sealed class Deliveries(Context context)
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
            context.Screen.Fail(e.Message);
            return false;
        }
    }

    /// <returns>Whether it could be written.</returns>
    public bool File(string path, string text) => Write(path, file =>
        {
            OutputFiles.EnsureRegular(file);
            System.IO.File.WriteAllText(file, text);
        });

    /// <summary>A file in a folder of results, which takes the place of a link: a link may lead to any file.</summary>
    /// <returns>Whether it could be written.</returns>
    public bool Result(string path, string text) => Write(path, file => WholeFile.Write(file, text));

    /// <param name="place">As the user named it.</param>
    /// <param name="write">Writes to the full path.</param>
    /// <returns>Whether it could be written.</returns>
    public bool Write(string place, Action<string> write) => Try(() => OutputFiles.Write(context, place, write));

    /// <summary>
    /// The exit code of the command: that something could not be written goes before any verdict, and an interruption before all.
    /// </summary>
    public int ExitCode(Outcome outcome) => ExitCode(outcome.ExitCode);

    public int ExitCode(ExitCode code) => (int)(isIncomplete && code != Comparison.ExitCode.Interrupted ? Comparison.ExitCode.Usage : code);
}
