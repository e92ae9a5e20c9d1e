using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using System.Globalization;

namespace Bench;

// Prints --help as wide as a report, with the name of the command as typed.
internal sealed class HelpPage : SynchronousCommandLineAction
{
    public override bool ClearsParseErrors => true;

    public override int Invoke(ParseResult parseResult)
    {
        var configuration = parseResult.InvocationConfiguration;
        var screen = (configuration as Invocation)?.Context.Screen;
        var output = configuration.Output;
        using var page = new StringWriter(CultureInfo.InvariantCulture);
        configuration.Output = page;
        new HelpAction { MaxWidth = screen?.Columns ?? int.MaxValue }.Invoke(parseResult);
        configuration.Output = output;
        var text = AsTyped(page.ToString(), screen?.Command ?? "bench");
        if (screen is null)
            output.Write(text);
        else
            screen.Send(text);
        return 0;
    }

    // Inside a test the process has another name.
    private static string AsTyped(string help, string command) =>
        string.Join(
                '\n',
                help.Replace($"  {RootCommand.ExecutableName} ", $"  {command} ", StringComparison.Ordinal)
                    .Replace($"  {RootCommand.ExecutableName}\n", $"  {command}\n", StringComparison.Ordinal)
                    .ReplaceLineEndings("\n")
                    .Split('\n')
                    .Select(line => line.TrimEnd())
            )
            .Trim('\n') + "\n";
}
