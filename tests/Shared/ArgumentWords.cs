namespace Bench.Tests;

internal static class ArgumentWords
{
    /// <summary>
    /// The first argument, and each that begins with an option, may contain several words. A value after = may contain spaces.
    /// </summary>
    public static string[] Of(string[] arguments) =>
        [.. arguments.SelectMany((argument, i) => i == 0 || IsOption(argument.Split(' ')[0]) ? argument.Split(' ') : [argument])];

    private static bool IsOption(string word) =>
        word.StartsWith("--", StringComparison.Ordinal) && !word.Contains('=', StringComparison.Ordinal);
}
