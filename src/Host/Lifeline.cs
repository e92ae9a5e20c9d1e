using System.Diagnostics;
using System.IO.Pipes;
using System.Text;

namespace Bench.Host;

/// <summary>
/// A pipe that breaks when the process at its other end is gone, however that ended: then this process and what it has started end as well,
/// whatever they are doing. A thread waits for it in the system, and does nothing meanwhile.
/// </summary>
internal static class Lifeline
{
    private const int ConnectMilliseconds = 10_000;

    /// <param name="answer">The line that answers each byte that comes through the pipe; null where nobody writes to it.</param>
    public static void Hold(Func<string>? answer = null)
    {
        var name = Environment.GetEnvironmentVariable(HostProtocol.LifelineVariable);
        if (name is null)
            return;

        Environment.SetEnvironmentVariable(HostProtocol.LifelineVariable, null);
        var pipe = new NamedPipeClientStream(".", name, answer is null ? PipeDirection.In : PipeDirection.InOut);
        pipe.Connect(ConnectMilliseconds);
        new Thread(() =>
        {
            try
            {
                while (pipe.ReadByte() >= 0 && answer is not null)
                    pipe.Write(Encoding.ASCII.GetBytes(answer() + "\n"));
            }
            catch (Exception e) when (e is IOException or ObjectDisposedException)
            {
                // Broken, which is what it is for.
            }

            KillDescendants();
            Process.GetCurrentProcess().Kill();
        })
        {
            IsBackground = true,
            Name = "bench lifeline",
        }.Start();
    }

    /// <summary>
    /// Ends what this process has started, and what that has. On Windows the system does it, by a job; elsewhere than on Linux nobody knows
    /// who started whom.
    /// </summary>
    public static void KillDescendants()
    {
        if (!OperatingSystem.IsLinux())
            return;
        // A second time for what was being started meanwhile.
        for (var i = 0; i < 2; i++)
        {
            foreach (var process in RunningProcess.DescendantsOf(Environment.ProcessId))
                Kill(process.Id);
        }
    }

    private static void Kill(int process)
    {
        try
        {
            Process.GetProcessById(process).Kill();
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException or System.ComponentModel.Win32Exception)
        {
            // It has ended.
        }
    }
}
