using System.Text.Json.Serialization;

namespace Benchmarks.Serialization;

/// <summary>
/// The object graph that is serialized; ASCII only, so that all serializers write the same bytes without a changed encoder.
/// </summary>
public sealed record Order(int Id, string Number, DateTime OrderedAt, decimal Total, bool Paid, Customer Customer, List<OrderLine> Lines)
{
    private static readonly string[] Words =
    [
        "road",
        "bike",
        "helmet",
        "chain",
        "pedal",
        "saddle",
        "frame",
        "wheel",
        "bottle",
        "light",
        "glove",
        "jersey",
    ];

    public static Order Create(Graph graph)
    {
        var random = new Random(17);
        var lines = Enumerable.Range(1, graph == Graph.Small ? 2 : 150).Select(line => CreateLine(line, random)).ToList();
        return new Order(
            75_123,
            "SO75123",
            new DateTime(2024, 6, 30, 12, 34, 56, DateTimeKind.Utc),
            lines.Sum(line => line.Quantity * line.UnitPrice),
            Paid: true,
            new Customer(18_759, "Ada Lovelace", "ada@example.org", null),
            lines
        );
    }

    private static OrderLine CreateLine(int line, Random random) =>
        new(
            line,
            random.Next(700, 1000),
            $"{Words[random.Next(Words.Length)]} {Words[random.Next(Words.Length)]} {random.Next(10, 99)}",
            random.Next(1, 20),
            // Never whole: Newtonsoft.Json writes 40m as 40.0, System.Text.Json as 40.
            random.Next(1, 4_000)
                + random.Next(1, 100) / 100m,
            random.Next(2) == 0
        );
}

public sealed record Customer(int Id, string Name, string Email, string? Phone);

public sealed record OrderLine(int Line, int ProductId, string Name, int Quantity, decimal UnitPrice, bool InStock);

/// <summary>How much is serialized.</summary>
public enum Graph
{
    /// <summary>An order with two lines, about 0.4 KB of JSON.</summary>
    Small,

    /// <summary>An order with 150 lines, about 15 KB of JSON.</summary>
    Large,
}

[JsonSourceGenerationOptions(System.Text.Json.JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(Order))]
internal sealed partial class OrderJsonContext : JsonSerializerContext;
