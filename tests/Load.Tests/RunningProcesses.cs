namespace Bench.Load.Tests;

internal static class RunningProcesses
{
    // A process that has ended stays a zombie until its parent, which may be anybody, asks for its exit code.
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
