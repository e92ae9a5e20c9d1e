using System.IO.Pipes;
using Bench.Host;

/// <summary>
/// Where the runtime enters, before Main, in the measured program's own framework, packages and settings
/// (<c>DOTNET_STARTUP_HOOKS</c>). Serves slices until the other end hangs up, and ends the process: Main never runs.
/// </summary>
internal static class StartupHook
{
    public static void Initialize()
    {
        // What the program starts is neither measured nor a server under load.
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
            // The other end went away in the middle of an answer.
        }

        // What a set-up has started, and no clean-up ended.
        Lifeline.KillDescendants();
        InterceptedMain.AllowExit();
        Environment.Exit(0);
    }
}
