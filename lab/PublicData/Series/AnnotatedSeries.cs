using System.Globalization;
using System.Text.Json;

namespace Lab.PublicData.Series;

/// <summary>A series of SAP HANA, and the changes that people see in it.</summary>
/// <param name="Values">The median, or the mean, of the measurements of each version.</param>
/// <param name="Annotations">For each person, the first version of each new level.</param>
internal sealed record AnnotatedSeries(string Name, double[] Values, IReadOnlyList<IReadOnlyCollection<int>> Annotations)
{
    private const string AnnotationsFile = "rq3/annotations.json",
        DataFolder = "hana/large_2022/data",
        Prefix = "sap_";

    private const int VersionColumn = 2,
        ValueColumn = 3;

    // The study shows long series in two parts, but its repository lacks that data. The second part begins where the annotations of
    // both parts fit the data. The end of the first part is an assumption: its last annotations do not determine it.
    private const int FirstPartEnds = 800,
        SecondPartBegins = 750;

    /// <param name="study">A clone of the study's repository.</param>
    /// <param name="sap">A clone of SAP's data set.</param>
    /// <param name="ofVersion">The value of a version from its measurements. The study does not document which one it used.</param>
    /// <returns>The series as SAP measured them. The study's shuffled and synthetic series are left out.</returns>
    public static IReadOnlyList<AnnotatedSeries> ReadAll(string study, string sap, Func<IEnumerable<double>, double> ofVersion)
    {
        var annotations = JsonSerializer.Deserialize<Dictionary<string, Dictionary<string, int[]>>>(
            File.ReadAllBytes(Path.Combine(study, AnnotationsFile))
        )!;
        var files = Directory
            .EnumerateFiles(Path.Combine(sap, DataFolder), "*.csv")
            .ToDictionary(path => int.Parse(Path.GetFileName(path).Split("__")[0], CultureInfo.InvariantCulture));
        return
        [
            .. annotations
                .Where(series => series.Key.StartsWith(Prefix, StringComparison.Ordinal))
                .Select(series => (Parts: series.Key.Split('_'), series.Key, People: series.Value))
                .Where(series => series.Parts.Length == 2 || (series.Parts.Length == 3 && series.Parts[2].StartsWith("split")))
                .Select(series => new AnnotatedSeries(
                    series.Key,
                    Part(
                        ReadVersions(files[int.Parse(series.Parts[1], CultureInfo.InvariantCulture)], ofVersion),
                        series.Parts.ElementAtOrDefault(2)
                    ),
                    [.. series.People.Values]
                )),
        ];
    }

    private static double[] Part(double[] values, string? part) =>
        part switch
        {
            null => values,
            "split1" => values[..Math.Min(FirstPartEnds, values.Length)],
            _ => values[SecondPartBegins..],
        };

    private static double[] ReadVersions(string path, Func<IEnumerable<double>, double> ofVersion) =>
        [
            .. File.ReadLines(path)
                .Skip(1)
                .Select(line => line.Split(','))
                .GroupBy(cells => cells[VersionColumn], cells => double.Parse(cells[ValueColumn], CultureInfo.InvariantCulture))
                .Select(ofVersion),
        ];
}
