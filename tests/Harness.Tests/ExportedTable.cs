namespace Bench.Harness.Tests;

/// <summary>The tables of a run, as rows of cells by column.</summary>
internal static class ExportedTable
{
    public static Dictionary<string, string>[] Read(string artifacts, string type)
    {
        string[][] lines =
        [
            .. File.ReadLines(Path.Combine(artifacts, "results", $"HarnessFixture.{type}-report-github.md"))
                .Where(line => line.StartsWith('|'))
                .Select(line => line.Trim('|').Split('|').Select(cell => cell.Trim()).ToArray()),
        ];
        return
        [
            .. lines
                .Skip(2)
                .Where(cells => cells.Any(cell => cell.Length > 0))
                .Select(cells =>
                    lines[0].Zip(cells).ToDictionary(cell => cell.First, cell => cell.Second.Replace("**", "", StringComparison.Ordinal))
                ),
        ];
    }

    public static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
