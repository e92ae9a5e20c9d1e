using System.CommandLine;

namespace Bench.Reference;

/// <summary>
/// <c>bench reference</c>, hidden: the help of all commands as one page, which is committed; and whether command lines of other pages are
/// understood.
/// </summary>
internal static class ReferenceCommand
{
    public static Command Create(RootCommand root)
    {
        var check = new Option<bool>("--check")
        {
            Description = "Reads command lines from standard input, and writes what is wrong with them.",
        };
        var command = new Command("reference", "Writes docs/reference/commands.md.") { Hidden = true, Options = { check } };
        command.Reads(arguments => new ReferenceOptions(arguments.GetValue(check), new CommandPages(root)), ReferenceVerb.Run);
        return command;
    }
}
