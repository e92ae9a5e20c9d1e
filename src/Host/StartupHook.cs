using System.IO.Pipes;
using Bench.Host;

// The runtime calls this before Main (DOTNET_STARTUP_HOOKS), in the program's own framework, packages and settings. With a pipe, it serves
// slices until the runner hangs up, and then ends the process. Main runs only if the runner requests it. Without a pipe, the program runs
// as usual.
internal static class StartupHook
{
    public static void Initialize()
    {
        // Child processes of the program are neither measured nor servers under load.
        Environment.SetEnvironmentVariable(HostProtocol.HookVariable, null);
        Lifeline.Hold(() => RuntimeTotals.OfThisProcess().ToLine());
        var pipe = Environment.GetEnvironmentVariable(HostProtocol.PipeVariable);
        if (pipe is null)
            return;

        Environment.SetEnvironmentVariable(HostProtocol.PipeVariable, null);
        using var recorder = MethodRecorder.StartWhereAsked();
        using var stream = new NamedPipeClientStream(".", pipe, PipeDirection.InOut);
        stream.Connect(10_000);
        try
        {
            new HostServer(stream, recorder).Serve();
        }
        catch (IOException)
        {
            // The runner went away in the middle of an answer.
        }

        // Ends what a set-up has started and no clean-up has ended.
        Lifeline.KillDescendants();
        InterceptedMain.AllowExit();
        Environment.Exit(0);
    }
}
