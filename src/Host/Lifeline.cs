using System.Diagnostics;
using System.IO.Pipes;
using System.Text;

namespace Bench.Host;

// A pipe that breaks when the process at its other end is gone, for whatever reason. Then this process and its descendants end too,
// whatever they are doing. A thread blocks on the pipe and costs nothing until then.
internal static class Lifeline
{
    private const int ConnectMilliseconds = 10_000;

    // answer returns the line that answers each byte from the pipe; null if the other end never writes.
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
                // The pipe broke, which is the signal.
            }

            KillDescendants();
            Process.GetCurrentProcess().Kill();
        })
        {
            IsBackground = true,
            Name = "bench lifeline",
        }.Start();
    }

    // On Windows a job object does this. Other systems than Linux offer no list of child processes.
    public static void KillDescendants()
    {
        if (!OperatingSystem.IsLinux())
            return;
        // The second round finds processes that started during the first.
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
            // It has ended already.
        }
    }
}
