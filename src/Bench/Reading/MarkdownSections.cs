namespace Bench.Results;

// The tables of a page with the headings above them. Headings become part of a benchmark's identity only if the page has the same
// benchmark several times, measured on different machines.
internal sealed class MarkdownSections
{
    private readonly List<(int Level, string Text)> headings = [];
    private readonly List<(string[] Path, RunEnvironment Environment, IReadOnlyList<BenchmarkResult> Benchmarks)> tables = [];

    public bool HasRows => tables.Count > 0;

    public void Open(int level, string text)
    {
        headings.RemoveAll(heading => heading.Level >= level);
        headings.Add((level, text));
    }

    public void Add(RunEnvironment environment, IReadOnlyList<BenchmarkResult> rows)
    {
        if (rows.Count > 0)
            tables.Add(([.. headings.Select(heading => heading.Text)], environment, rows));
    }

    public IReadOnlyList<BenchmarkResult> Rows()
    {
        var hasCopies = tables
            .SelectMany(table => table.Benchmarks.Select(row => row.Id).Distinct())
            .GroupBy(id => id)
            .Any(same => same.Count() > 1);
        if (!hasCopies)
            return [.. tables.SelectMany(table => table.Benchmarks.Select(row => row with { Environments = [table.Environment] }))];

        var shared = tables.Min(table => table.Path.Length);
        while (shared > 0 && tables.Any(table => !table.Path.Take(shared).SequenceEqual(tables[0].Path.Take(shared))))
            shared--;
        var rows = new List<BenchmarkResult>();
        foreach (var section in tables.GroupBy(table => string.Join(" / ", table.Path.Skip(shared)), StringComparer.Ordinal))
        {
            // Under one heading, each block that describes an environment starts a section.
            var environments = section.Select(table => table.Environment).Distinct(ReferenceEqualityComparer.Instance).ToList();
            foreach (var (_, environment, ofTable) in section)
            {
                var number = environments.FindIndex(other => ReferenceEquals(other, environment)) + 1;
                var name = number == 1 ? section.Key : $"{section.Key} table {number}".TrimStart();
                rows.AddRange(
                    ofTable.Select(row =>
                        row with
                        {
                            Id = name.Length == 0 ? row.Id : row.Id with { Section = name },
                            Environments = [environment],
                        }
                    )
                );
            }
        }

        return rows;
    }
}
