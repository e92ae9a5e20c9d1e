using System.Globalization;

namespace Bench;

/// <summary>How many columns a line of a report has.</summary>
internal static class ScreenWidth
{
    private const int Usual = 80;
    private const int Narrowest = 40;

    /// <summary>Those of the terminal; where there is none, 80, or more if <c>COLUMNS</c> says so, as in the log of a build.</summary>
    public static int Columns =>
        !Console.IsOutputRedirected && Console.WindowWidth > 0 ? Math.Max(Narrowest, Console.WindowWidth)
        : int.TryParse(Environment.GetEnvironmentVariable("COLUMNS"), NumberStyles.None, CultureInfo.InvariantCulture, out var columns)
            ? Math.Max(Usual, columns)
        : Usual;
}
