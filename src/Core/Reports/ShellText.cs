namespace Bench.Reports;

/// <summary>A command's arguments as a reader pastes them into a shell.</summary>
internal static class ShellText
{
    /// <summary>One argument, quoted where a shell would make something else of it.</summary>
    public static string Argument(string value) =>
        value.Length > 0 && value.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '_' or '-' or '/' or '=' or ':' or ',')
            ? value
            : $"'{Visible.Render(value).Replace("'", @"'\''", StringComparison.Ordinal)}'";
}
