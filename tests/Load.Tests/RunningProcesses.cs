namespace Bench.Load.Tests;

internal static class RunningProcesses
{
    // An ended process stays a zombie until its parent, which may be any process, reads its exit code.
    public static bool Has(int process)
    {
        try
        {
            var status = File.ReadAllText(FormattableString.Invariant($"/proc/{process}/stat"));
            return status[status.LastIndexOf(')') + 2] is not ('Z' or 'X');
        }
        catch (IOException)
        {
            return false;
        }
    }
}
