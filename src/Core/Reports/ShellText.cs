using Bench.Hiding;

namespace Bench.Reports;

/// <summary>A command's arguments as a reader pastes them into a shell.</summary>
internal static class ShellText
{
    /// <summary>One argument, quoted where a shell would make something else of it.</summary>
    public static string Argument(string value) =>
        value.Length > 0 && value.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '_' or '-' or '/' or '=' or ':' or ',')
            ? value
            : $"'{Visible.Render(value).Replace("'", @"'\''", StringComparison.Ordinal)}'";

    /// <summary>A variable as NAME=VALUE. A hidden value is that of the variable in the shell of whoever pastes the command.</summary>
    public static string Variable(string variable) =>
        variable.Split('=', 2) is [var name, var value] && Secrets.IsHidden(value) && IsName(name)
            ? $"\"{name}=${name}\""
            : Argument(variable);

    private static bool IsName(string name) => name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_') && !char.IsAsciiDigit(name[0]);
}
