using System.Globalization;

namespace CompareSpeed;

internal sealed record Options(int[] Benchmarks, int Repeats, string? Other)
{
    public static Options Parse(string[] arguments)
    {
        var options = new Options([1000, 2000, 5000, 10000], 10, null);
        for (var i = 0; i < arguments.Length; i += 2)
        {
            var value = i + 1 < arguments.Length ? arguments[i + 1] : throw new ArgumentException($"{arguments[i]} needs a value.");
            options = arguments[i] switch
            {
                "--benchmarks" => options with
                {
                    Benchmarks = [.. value.Split(',').Select(benchmarks => int.Parse(benchmarks, CultureInfo.InvariantCulture))],
                },
                "--repeats" => options with { Repeats = int.Parse(value, CultureInfo.InvariantCulture) },
                "--other" => options with { Other = value },
                var unknown => throw new ArgumentException($"{unknown} is not known."),
            };
        }

        return options;
    }
}
