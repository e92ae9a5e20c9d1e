using System.Diagnostics;
using System.IO.Pipes;
using System.Runtime.InteropServices;
using System.Text;
using Bench.Host;

namespace Bench.Runner;

// The parent's end of a lifeline. A process that was started with it ends when this one does, even by SIGKILL. It also reports its
// runtime's totals.
internal sealed class LifelineServer : IDisposable
{
    private static readonly TimeSpan TimeToAnswer = TimeSpan.FromSeconds(5);

    private readonly NamedPipeServerStream pipe;
    private readonly StreamReader answers;
    private readonly string name;
    private bool isSilent;

    public LifelineServer(string name)
    {
        this.name = name;
        // The system accepts the connection, so nobody needs to wait for it.
        pipe = new NamedPipeServerStream(name, PipeDirection.InOut, 1, PipeTransmissionMode.Byte, PipeOptions.Asynchronous);
        answers = new StreamReader(pipe, Encoding.ASCII, false, 256, leaveOpen: true);
    }

    // Prepares the start of a process. The user's own startup hooks stay.
    public void Give(ProcessStartInfo start)
    {
        var hook = Path.Combine(AppContext.BaseDirectory, HostProtocol.HostFile);
        start.Environment[HostProtocol.HookVariable] =
            start.Environment.TryGetValue(HostProtocol.HookVariable, out var other) && !string.IsNullOrEmpty(other) && other != hook
                ? $"{other}{Path.PathSeparator}{hook}"
                : hook;
        start.Environment[HostProtocol.LifelineVariable] = name;
    }

    // On Windows, a job object ends the process and its descendants with this process. A pipe could not find the descendants there.
    public static void Own(Process process)
    {
        if (OperatingSystem.IsWindows() && Job.Value != 0)
            AssignProcessToJobObject(Job.Value, process.Handle);
    }

    // Call it only after the program has started. Null if the process does not answer, because it has ended or loaded no hook. After that
    // it is not asked again.
    public RuntimeTotals? ReadTotals(CancellationToken cancellationToken)
    {
        if (isSilent)
            return null;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(TimeToAnswer);
        try
        {
            if (!pipe.IsConnected)
                pipe.WaitForConnectionAsync(limit.Token).GetAwaiter().GetResult();
            pipe.WriteByte(0);
            if (answers.ReadLineAsync(limit.Token).AsTask().GetAwaiter().GetResult() is { } line)
                return RuntimeTotals.Parse(line);
        }
        catch (Exception e) when (e is IOException or OperationCanceledException)
        {
            cancellationToken.ThrowIfCancellationRequested();
        }

        isSilent = true;
        return null;
    }

    public void Dispose()
    {
        answers.Dispose();
        pipe.Dispose();
    }

    // The system closes the job when this process ends, and that ends all processes in it.
    private static readonly Lazy<nint> Job = new(() =>
    {
        const int extendedLimits = 9;
        const uint killOnClose = 0x2000;
        var job = CreateJobObject(0, null);
        var limits = new JobLimits { LimitFlags = killOnClose };
        return job != 0 && SetInformationJobObject(job, extendedLimits, ref limits, Marshal.SizeOf<JobLimits>()) ? job : 0;
    });

#pragma warning disable SYSLIB1054 // A generated import needs unsafe code.
    [DllImport("kernel32", CharSet = CharSet.Unicode, EntryPoint = "CreateJobObjectW")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static extern nint CreateJobObject(nint attributes, string? name);

    [DllImport("kernel32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static extern bool SetInformationJobObject(nint job, int kind, ref JobLimits limits, int length);

    [DllImport("kernel32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static extern bool AssignProcessToJobObject(nint job, nint process);
#pragma warning restore SYSLIB1054

    [StructLayout(LayoutKind.Sequential)]
    private struct JobLimits
    {
        public long PerProcessUserTimeLimit;
        public long PerJobUserTimeLimit;
        public uint LimitFlags;
        public nuint MinimumWorkingSetSize;
        public nuint MaximumWorkingSetSize;
        public uint ActiveProcessLimit;
        public nuint Affinity;
        public uint PriorityClass;
        public uint SchedulingClass;
        public ulong ReadOperationCount;
        public ulong WriteOperationCount;
        public ulong OtherOperationCount;
        public ulong ReadTransferCount;
        public ulong WriteTransferCount;
        public ulong OtherTransferCount;
        public nuint ProcessMemoryLimit;
        public nuint JobMemoryLimit;
        public nuint PeakProcessMemoryUsed;
        public nuint PeakJobMemoryUsed;
    }
}
