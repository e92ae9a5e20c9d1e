using System.Text.Json;
using System.Text.Json.Serialization;

namespace Benchmarks.Frameworks;

/// <summary>A product of a catalogue, ASCII only.</summary>
public sealed record Product(int Id, string Name, decimal Price, bool InStock, DateTime Added, string[] Tags)
{
    /// <summary>Bytes of JSON of all products.</summary>
    public const int ExpectedLength = 12_293;

    public static Product[] Many() =>
        [
            .. Enumerable
                .Range(1, 100)
                .Select(id => new Product(
                    id,
                    $"Touring frame {id}",
                    (id * 137 % 5000) + 0.95m,
                    id % 3 != 0,
                    new DateTime(2024, 6, 30, 12, 34, 56, DateTimeKind.Utc).AddMinutes(id * 7919),
                    ["bike", id % 2 == 0 ? "road" : "mountain"]
                )),
        ];

    // Its list is compared by what is in it.
    public bool Equals(Product? other) =>
        other is not null
        && (Id, Name, Price, InStock, Added) == (other.Id, other.Name, other.Price, other.InStock, other.Added)
        && Tags.SequenceEqual(other.Tags);

    public override int GetHashCode() => Id;
}

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(Product[]))]
internal sealed partial class ProductJson : JsonSerializerContext;
