using Bench.Hiding;

namespace Bench.Reports;

// Arguments of a command that a reader pastes into a shell.
internal static class ShellText
{
    // Quoted if a shell would change it.
    public static string Argument(string value) =>
        value.Length > 0 && value.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '_' or '-' or '/' or '=' or ':' or ',' or '@')
            ? value
            : $"'{Visible.Render(value).Replace("'", @"'\''", StringComparison.Ordinal)}'";

    // NAME=VALUE. For a hidden value, the command uses the variable of the user's shell.
    public static string Variable(string variable) =>
        variable.Split('=', 2) is [var name, var value] && Secrets.IsHidden(value) && IsName(name)
            ? $"\"{name}=${name}\""
            : Argument(variable);

    private static bool IsName(string name) => name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_') && !char.IsAsciiDigit(name[0]);
}
