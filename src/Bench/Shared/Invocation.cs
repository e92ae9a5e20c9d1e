using System.CommandLine;

namespace Bench;

/// <summary>Carries the context to the verb. The commands are built once and have no state.</summary>
internal sealed class Invocation : InvocationConfiguration
{
    public Invocation(Context context)
    {
        Context = context;
        Output = context.Screen.Output;
        Error = context.Screen.Error;
        EnableDefaultExceptionHandler = false;
        // Signals are handled before the command line is parsed, so the library must not handle them.
        ProcessTerminationTimeout = null;
    }

    public Context Context { get; }

    public static Context ContextOf(ParseResult arguments) => ((Invocation)arguments.InvocationConfiguration).Context;
}
