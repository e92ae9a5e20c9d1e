using Bench.Comparison;
using Bench.Results;

namespace Bench.Cli;

/// <summary>
/// Writes the results of a command one by one. If one can't be written, a line reports it and the rest are still written.
/// </summary>
internal sealed class Deliveries(Context context)
{
    private bool isIncomplete;

    public bool Try(Action write)
    {
        try
        {
            write();
            return true;
        }
        catch (BenchException e)
        {
            isIncomplete = true;
            context.Screen.Fail(e.Message);
            return false;
        }
    }

    public bool File(string path, string text) => Write(path, file =>
        {
            OutputFiles.EnsureRegular(file);
            System.IO.File.WriteAllText(file, text);
        });

    /// <summary>Writes a file in a folder of results. Replaces a symbolic link, which may lead anywhere, instead of following it.</summary>
    public bool Result(string path, string text) => Write(path, file => WholeFile.Write(file, text));

    /// <param name="place">The path that the user gave.</param>
    /// <param name="write">Writes to the full path.</param>
    public bool Write(string place, Action<string> write) => Try(() => OutputFiles.Write(context, place, write));

    /// <summary>A failed write overrides any verdict, and an interruption overrides both.</summary>
    public int ExitCode(Outcome outcome) => ExitCode(outcome.ExitCode);

    public int ExitCode(ExitCode code) => (int)(isIncomplete && code != Comparison.ExitCode.Interrupted ? Comparison.ExitCode.Usage : code);
}
