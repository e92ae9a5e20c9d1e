using System.Globalization;

namespace PublicData.Launches;

/// <param name="Checks">The number of checks for each row of the table.</param>
/// <param name="Half">1 or 2 for every other system, in the order of their names; null for all.</param>
/// <param name="Slowdowns">The slowdowns of a tenth of the benchmarks (0.1 = 10%); 0 for identical code.</param>
/// <param name="JudgesByOthers">Whether the rules of other tools judge the checks too.</param>
internal sealed record LaunchOptions(int Checks, int? Half, double[] Slowdowns, int[] LaunchesPerBuild, bool JudgesByOthers)
{
    public static LaunchOptions Parse(string[] arguments)
    {
        var options = new LaunchOptions(600, null, [0, 0.05, 0.1, 0.25], [3, 5], true);
        for (var i = 0; i < arguments.Length; i += 2)
        {
            var value = i + 1 < arguments.Length ? arguments[i + 1] : throw new ArgumentException($"{arguments[i]} needs a value.");
            options = (arguments[i], value) switch
            {
                ("--checks", _) => options with { Checks = int.Parse(value, CultureInfo.InvariantCulture) },
                ("--half", "1" or "2") => options with { Half = value[0] - '0' },
                ("--slowdowns", _) => options with
                {
                    Slowdowns = [.. value.Split(',').Select(percent => double.Parse(percent, CultureInfo.InvariantCulture) / 100)],
                },
                ("--launches", _) => options with
                {
                    LaunchesPerBuild = [.. value.Split(',').Select(launches => int.Parse(launches, CultureInfo.InvariantCulture))],
                },
                ("--others", "no") => options with { JudgesByOthers = false },
                _ => throw new ArgumentException($"{arguments[i]} {value} is not known."),
            };
        }

        return options;
    }
}
