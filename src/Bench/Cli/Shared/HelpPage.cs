using System.CommandLine;
using System.CommandLine.Invocation;
using System.Globalization;
using System.Text;
using Bench.Comparison;

namespace Bench.Cli;

/// <summary>The help of all verbs. Each option has one line, so that a long list can be searched.</summary>
internal sealed class HelpPage : SynchronousCommandLineAction
{
    public const int Width = 110;

    /// <summary>Exit codes that mean the same for each verb.</summary>
    public static readonly IReadOnlyDictionary<ExitCode, string> CommonExits = new Dictionary<ExitCode, string>
    {
        [ExitCode.Passed] = "Success.",
        [ExitCode.Usage] = "Wrong usage, unreadable input, a missing program, a failed build or a full disk.",
        [ExitCode.Interrupted] = "Interrupted by Ctrl-C or SIGTERM. Finished measurements are kept.",
    };

    private static readonly (string Label, string Text) Help = ("-h, --help", "Show this help.");
    private static readonly (string Label, string Text) Version = ("--version", "Show the version.");

    public override bool ClearsParseErrors => true;

    public override int Invoke(ParseResult parseResult)
    {
        var screen = (parseResult.InvocationConfiguration as Invocation)?.Context.Screen;
        var text = Render(parseResult.CommandResult.Command, Math.Min(screen?.TerminalColumns ?? Width, Width), screen?.Command ?? "bench");
        if (screen is null)
            parseResult.InvocationConfiguration.Output.Write(text);
        else
            screen.Send(text);
        return 0;
    }

    /// <param name="width">Lines for a narrower terminal are broken here, because only this method knows where the texts begin.</param>
    /// <param name="name">The name of the root command, because the process of a test has another one.</param>
    public static string Render(Command command, int width = Width, string name = "bench")
    {
        var page = new StringBuilder();
        foreach (var paragraph in (command.Description ?? "").Split('\n'))
            foreach (var line in Paragraph.Lines(paragraph, width: width))
                page.Append(line).Append('\n');
        page.Append(CultureInfo.InvariantCulture, $"\nUsage: {Usage(command, name)}\n");

        var verb = command as VerbCommand;
        if (verb is not null)
        {
            page.Append("\nExamples:\n");
            foreach (var example in verb.Examples)
            {
                page.Append(CultureInfo.InvariantCulture, $"  {example.Command}\n");
                foreach (var line in Paragraph.Lines(example.Effect, "      ", width))
                    page.Append(line).Append('\n');
            }
        }

        List<(string Title, IReadOnlyList<(string Label, string Text)> Lines)> sections = [.. Sections(command)];
        var indentation = sections.SelectMany(section => section.Lines).Max(line => line.Label.Length) + 4;
        foreach (var (title, lines) in sections)
        {
            page.Append(CultureInfo.InvariantCulture, $"\n{title}:\n");
            foreach (var (label, text) in lines)
                foreach (var line in Paragraph.Lines(text, $"  {label}".PadRight(indentation), width))
                    page.Append(line).Append('\n');
        }

        if (verb is { Exits.Count: > 0 })
        {
            page.Append("\nExit codes:\n");
            foreach (var (code, meaning) in verb.Exits.Concat(CommonExits).OrderBy(exit => exit.Key))
                foreach (var line in Paragraph.Lines(meaning, FormattableString.Invariant($"  {(int)code,-5}"), width))
                    page.Append(line).Append('\n');
        }

        if (verb is not null)
            page.Append(CultureInfo.InvariantCulture, $"\nMore: {verb.Page}\n");
        else if (command.Subcommands.Count > 0)
            page.Append(CultureInfo.InvariantCulture, $"\n{Names(command, name)} VERB --help shows the options of a verb.\n");
        return page.ToString();
    }

    private static IEnumerable<(string, IReadOnlyList<(string, string)>)> Sections(Command command)
    {
        if (command.Subcommands.Count > 0)
            yield return ("Verbs", [.. command.Subcommands.Select(verb => (verb.Name, FirstSentence(verb.Description ?? "")))]);
        if (command.Arguments.Count > 0)
            yield return ("Arguments", [.. command.Arguments.Select(argument => ($"<{argument.Name}>", argument.Description ?? ""))]);

        IReadOnlyList<Option> own = [.. command.Options.Where(option => !option.Recursive && option is not VersionOption)];
        IReadOnlyList<OptionGroup> groups = (command as VerbCommand)?.Groups ?? (own.Count > 0 ? [new OptionGroup("Options", own)] : []);
        foreach (var group in groups)
            yield return (group.Title, [.. group.Options.Select(option => (Label(option), option.Description ?? ""))]);
        yield return ("Other", command is RootCommand ? [Version, Help] : [Help]);
    }

    private static string Usage(Command command, string name)
    {
        var words = new List<string> { Names(command, name) };
        if (command.Subcommands.Count > 0)
            words.Add("VERB");
        var passedOn = (command as VerbCommand)?.PassedOn;
        words.AddRange(command.Arguments.Where(argument => argument != passedOn).Select(Word));
        words.AddRange(command.Options.Where(option => option.Required).Select(Label));
        words.Add("[options]");
        if (passedOn is not null)
            words.Add($"[-- <{passedOn.Name}>...]");
        return string.Join(' ', words);
    }

    private static string Word(Argument argument)
    {
        var word = $"<{argument.Name}>{(argument.Arity.MaximumNumberOfValues > 1 ? "..." : "")}";
        return argument.Arity.MinimumNumberOfValues == 0 || argument.HasDefaultValue ? $"[{word}]" : word;
    }

    private static string Label(Option option)
    {
        var names = string.Join(", ", option.Aliases.Append(option.Name));
        return option.HelpName is { } value ? $"{names} <{value}>" : names;
    }

    private static string FirstSentence(string text)
    {
        var line = text.Split('\n')[0];
        return line.IndexOf(". ", StringComparison.Ordinal) is >= 0 and var end ? line[..(end + 1)] : line;
    }

    private static string Names(Command command, string name) =>
        command.Parents.OfType<Command>().FirstOrDefault() is { } parent ? $"{Names(parent, name)} {command.Name}" : name;
}
