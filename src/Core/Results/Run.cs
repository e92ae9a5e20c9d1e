namespace Bench.Results;

/// <summary>One side: all that its files say, a row for each benchmark case.</summary>
/// <param name="Rows">The rows in the order in which the files name them first.</param>
internal sealed record Run(IReadOnlyList<Row> Rows, IReadOnlyList<RunEnvironment> Environments, IReadOnlyList<string> Sources)
{
    /// <summary>What differs between the sides of its paired files.</summary>
    public IReadOnlyList<EnvironmentDifference> PairedDifferences { get; init; } = [];

    /// <summary>Where the baselines of its files were measured, in the order of the files; empty for a run that was not read from files.</summary>
    public IReadOnlyList<RunEnvironment> BaselineEnvironments { get; init; } = [];

    /// <summary>What a reader must know of how its files were chosen.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>Its files that the first of the sides that were loaded together has as well, byte for byte.</summary>
    public IReadOnlyList<string> IdenticalToFirst { get; init; } = [];

    /// <summary>The checks that its files are from.</summary>
    public IReadOnlyList<CheckInfo> Checks { get; init; } = [];

    /// <summary>A run of pairs that was just measured, as if it had been read from its file.</summary>
    public static Run OfCheck(IReadOnlyList<Row> rows, RunEnvironment baseline, RunEnvironment candidate, CheckInfo check)
    {
        return new Run(rows, [candidate], []) { PairedDifferences = [.. baseline.DifferencesTo(candidate)], Checks = [check] };
    }

    /// <summary>
    /// Joins the files of each side: a row that several files have has the launches of all of them. What only says how long
    /// a row was measured is dropped from its identity, unless two rows of one file differ in nothing else.
    /// </summary>
    internal static IReadOnlyList<Run> Join(IReadOnlyList<IReadOnlyList<RunFile>> sides)
    {
        var lengthMatters = sides.SelectMany(files => files).SelectMany(TwiceButForLength).ToHashSet();
        return [.. sides.Select(files => Join(files, lengthMatters))];
    }

    private static Run Join(IReadOnlyList<RunFile> files, HashSet<RowId> lengthMatters)
    {
        var order = new List<RowId>();
        var rows = new Dictionary<RowId, List<Row>>();
        // A table beside the JSON of the same class knows its rows by another name.
        var fullNames = (files.Any(file => file.Rows.Any(row => row.IsFromTable)) ? files : []).SelectMany(file => file.Rows).Where(row => !row.IsFromTable)
            .GroupBy(row => (row.TableName, row.Id.Job.What)).Where(same => same.Select(row => Short(row.Id)).Distinct().Count() == 1)
            .ToDictionary(same => same.Key, same => same.First().Id);
        foreach (var row in files.SelectMany(file => file.Rows.Select(row => row.Environments.Count > 0 ? row : row with { Environments = [file.Environment] })))
        {
            var own = row.IsFromTable && fullNames.TryGetValue((row.TableName, row.Id.Job.What), out var full) ? full with { Section = row.Id.Section } : row.Id;
            var id = lengthMatters.Contains(Short(own)) ? own : Short(own);
            if (rows.TryGetValue(id, out var same))
            {
                same.Add(row);
                continue;
            }

            rows.Add(id, [row]);
            order.Add(id);
        }

        return new Run(
            [.. order.Select(id => Merge(id, rows[id]))],
            [.. files.Select(file => file.Environment).Distinct()],
            [.. files.Select(file => file.Place)])
        {
            PairedDifferences = [.. files.Where(file => file.BaselineEnvironment is not null).SelectMany(file => file.BaselineEnvironment!.DifferencesTo(file.Environment)).Distinct()],
            BaselineEnvironments = [.. files.Select(file => file.BaselineEnvironment ?? file.Environment)],
            Checks = [.. files.Select(file => file.Check).OfType<CheckInfo>()],
        };
    }

    private static Row Merge(RowId id, List<Row> same)
    {
        var first = same[0];
        if (same.Count == 1 && ReferenceEquals(first.Id.Job, id.Job))
            return first;

        RefuseCopies(id, same);
        var measured = same.Where(row => row.Failure is null).ToArray();
        // A table or brief file beside raw measurements may be of the same run, and adds nothing to them.
        if (measured.Any(row => row.Launches.Count > 0))
            measured = [.. measured.Where(row => row.Launches.Count > 0)];
        else if (measured.Any(row => !row.IsFromTable))
            measured = [.. measured.Where(row => !row.IsFromTable)];
        first = measured.FirstOrDefault() ?? first;
        var failure = same.FirstOrDefault(row => row.Failure is not null)?.Failure;
        return new Row
        {
            Id = id,
            Type = first.Type,
            Method = first.Method,
            Parameters = first.Parameters,
            Places = [.. same.SelectMany(row => row.Places)],
            Failure = measured.Length == 0 ? failure : null,
            FailureInSome = measured.Length == 0 ? null : failure,
            Launches = [.. measured.SelectMany(row => row.Launches)],
            Summaries = [.. measured.SelectMany(row => row.Summaries)],
            Environments = [.. same.SelectMany(row => row.Environments).Distinct()],
            ToBaseline = Merge([.. measured.Select(row => row.ToBaseline).OfType<BaselineRatios>()]),
            AllocatedBytes = [.. measured.SelectMany(row => row.AllocatedBytes)],
            BaselineAllocatedBytes = [.. measured.SelectMany(row => row.BaselineAllocatedBytes)],
            AllocatedRounding = same.Max(row => row.AllocatedRounding),
            Units = [.. measured.SelectMany(row => row.Units)],
            BaselineFailure = same.FirstOrDefault(row => row.BaselineFailure is not null)?.BaselineFailure,
            IsPaired = same.Any(row => row.IsPaired),
            IsScreened = same.Any(row => row.IsScreened),
            How = first.How,
            Against = first.Against,
            Sides = first.Sides,
            Unmeasured = first.Unmeasured,
            IsFromTable = first.IsFromTable,
        };
    }

    // Ratios to different baselines are different quantities.
    private static BaselineRatios? Merge(BaselineRatios[] all) => all.DistinctBy(ratios => ratios.Baseline).Count() != 1 ? null
        : new(all[0].Baseline, [.. all.SelectMany(ratios => ratios.Launches)], [.. all.SelectMany(ratios => ratios.Summaries)]) { Errors = [.. all.SelectMany(ratios => ratios.Errors)] };

    // The same measurements under two names would count as two launches that agree perfectly.
    private static void RefuseCopies(RowId id, List<Row> same)
    {
        for (var i = 1; i < same.Count; i++)
        {
            var copy = same.Take(i).FirstOrDefault(row => IsCopy(row, same[i]));
            if (copy is not null)
                throw new ResultsException(same[i].Places[0], $"the same measurements of {id} stand in {copy.Places[0]} too.");
        }
    }

    private static bool IsCopy(Row a, Row b) =>
        (a.Summaries.Count > 0 && a.Summaries[0].StandardDeviationNanoseconds > 0 && a.IsFromTable == b.IsFromTable && a.Summaries.SequenceEqual(b.Summaries))
        || HasSameLaunches(a, b);

    private static bool HasSameLaunches(Row a, Row b) =>
        a.Launches.Count > 0 && a.Launches.Count == b.Launches.Count && a.Launches[0].NanosecondsPerOperation.Count > 2
        && a.Launches.Zip(b.Launches).All(pair => pair.First.NanosecondsPerOperation.SequenceEqual(pair.Second.NanosecondsPerOperation));

    private static IEnumerable<RowId> TwiceButForLength(RunFile file)
    {
        var seen = new Dictionary<RowId, Row>();
        var shortened = new HashSet<RowId>();
        foreach (var row in file.Rows)
        {
            if (!seen.TryAdd(row.Id, row))
                throw new ResultsException(row.Places[0], $"{row.Id} stands in {seen[row.Id].Places[0]} already: which of them counts?");
            if (!shortened.Add(Short(row.Id)))
                yield return Short(row.Id);
        }
    }

    private static RowId Short(RowId id) => id.Job.Length.Length == 0 ? id : id with { Job = id.Job.WithoutLength };
}
