using System.Globalization;

namespace Lab.Trials;

internal static class TimeText
{
    public static string Of(double seconds) =>
        string.Create(CultureInfo.InvariantCulture, $"{(int)seconds / 60} min {(int)seconds % 60:00} s");
}
