namespace Lab.PublicData.Series;

/// <summary>
/// How well marked places agree with those of several people: precision, recall and F1 of van den Burg and Williams, "An Evaluation
/// of Change Point Detection Algorithms" (2020), section 5.1. The study of performance series uses it with the same tolerance.
/// </summary>
internal readonly record struct AnnotationScore(double Precision, double Recall)
{
    // A mark still counts this many places away.
    private const int Tolerance = 5;

    public double F1 => Precision + Recall > 0 ? 2 * Precision * Recall / (Precision + Recall) : 0;

    /// <param name="people">
    /// For each person, the first place of each new level, counted from 0. Place 0 always counts for everybody.
    /// </param>
    public static AnnotationScore Of(IReadOnlyList<IReadOnlyCollection<int>> people, IEnumerable<int> marks)
    {
        SortedSet<int> marked = [0, .. marks];
        SortedSet<int>[] sets = [.. people.Select(places => new SortedSet<int>([0, .. places]))];
        SortedSet<int> anybody = [.. sets.SelectMany(places => places)];
        return new((double)Matches(anybody, marked) / marked.Count, sets.Average(places => (double)Matches(places, marked) / places.Count));
    }

    // A mark matches at most one place.
    private static int Matches(SortedSet<int> places, SortedSet<int> marked)
    {
        var free = new SortedSet<int>(marked);
        var matches = 0;
        foreach (var place in places)
        {
            int[] near = [.. free.GetViewBetween(place - Tolerance, place + Tolerance)];
            if (near.Length == 0)
                continue;
            free.Remove(near.MinBy(mark => (Math.Abs(mark - place), mark)));
            matches++;
        }

        return matches;
    }
}
