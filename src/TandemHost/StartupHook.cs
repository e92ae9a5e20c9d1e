using System.IO.Pipes;
using Bench.TandemHost;

/// <summary>
/// Where the runtime enters, before Main, in the measured program's own framework, packages and settings
/// (<c>DOTNET_STARTUP_HOOKS</c>). Serves slices until the other end hangs up, and ends the process: Main never runs.
/// </summary>
internal static class StartupHook
{
    private const string HookVariable = "DOTNET_STARTUP_HOOKS";
    private const string PipeVariable = "BENCH_TANDEM_PIPE";

    public static void Initialize()
    {
        // What the program starts is no side of a tandem, and no server under load.
        Environment.SetEnvironmentVariable(HookVariable, null);
        Lifeline.Hold();
        var pipe = Environment.GetEnvironmentVariable(PipeVariable);
        if (pipe is null)
            return;

        Environment.SetEnvironmentVariable(PipeVariable, null);
        using var stream = new NamedPipeClientStream(".", pipe, PipeDirection.InOut);
        stream.Connect(10_000);
        try
        {
            new Host(stream).Serve();
        }
        catch (IOException)
        {
            // The other end went away in the middle of an answer.
        }

        // What a set-up has started, and no clean-up ended.
        Lifeline.KillDescendants();
        Environment.Exit(0);
    }
}
