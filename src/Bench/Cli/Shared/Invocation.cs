using System.CommandLine;

namespace Bench.Cli;

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

    /// <summary>Runs the verb that the arguments name.</summary>
    public static int Run(RootCommand root, string[] arguments, Context context)
    {
        // The value of --body may begin with @, which names a file there.
        var parsed = root.Parse(arguments, new ParserConfiguration { ResponseFileTokenReplacer = null });
        // A shell that completes a command line asks about one that is not whole.
        var isCompletion = arguments is [var first, ..] && first.StartsWith("[suggest", StringComparison.Ordinal);
        return !isCompletion && ParseTrouble.Of(parsed, context.Screen.Command) is { } trouble
            ? context.Screen.Fail(trouble)
            : parsed.Invoke(new Invocation(context));
    }

    public static Context ContextOf(ParseResult arguments)
    {
        var context = ((Invocation)arguments.InvocationConfiguration).Context;
        return context with { Screen = context.Screen with { Format = ReportOptions.FormatOf(arguments) } };
    }
}
