namespace Samples.Contracts;

/// <summary>The answers of <c>GET /jsons</c>: the same people in the same order in every process, ASCII only.</summary>
public static class People
{
    public const int DefaultPageSize = 3;
    public const int LargestPageSize = 10_000;

    /// <summary>What a caller who asks for another size is told, in the words of <c>RangeAttribute</c>.</summary>
    public static readonly string SizeError = $"The field size must be between 1 and {LargestPageSize}.";

    private static readonly string[] Names =
    [
        "Ada",
        "Grace",
        "Alan",
        "Barbara",
        "Edsger",
        "Frances",
        "Donald",
        "Radia",
        "Tony",
        "Margaret",
    ];

    private static readonly string[] Surnames =
    [
        "Lovelace",
        "Hopper",
        "Turing",
        "Liskov",
        "Dijkstra",
        "Allen",
        "Knuth",
        "Perlman",
        "Hoare",
        "Hamilton",
        "Wirth",
    ];

    private static readonly DateOnly Earliest = new(1950, 1, 1);

    private static readonly Person[] All = [.. Enumerable.Range(0, LargestPageSize).Select(Create)];

    private static Person[] latest = All[..DefaultPageSize];

    /// <summary>The first <paramref name="size"/> people. Treat the array as read only: it is shared between requests.</summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="size"/> is not in 1..<see cref="LargestPageSize"/>.</exception>
    public static Person[] Page(int size)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(size, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(size, LargestPageSize);

        // A measurement asks for one size over and over: it must not pay for a copy of the page in each request.
        var page = latest;
        return page.Length == size ? page : latest = All[..size];
    }

    // 10 and 11 have no common factor, so that neighbours differ in both names and 110 people pass before a full name repeats.
    private static Person Create(int index) =>
        new(Names[index % Names.Length], Surnames[index % Surnames.Length], Earliest.AddDays(index * 7919 % 20_000));
}
