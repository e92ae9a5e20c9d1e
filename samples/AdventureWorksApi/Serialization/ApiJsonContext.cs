using System.Text.Json;
using System.Text.Json.Serialization;
using Samples.AdventureWorksApi.Data;

namespace Samples.AdventureWorksApi.Serialization;

/// <summary>What the build generates for all that is sent and received.</summary>
[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(Order))]
[JsonSerializable(typeof(List<Order>))]
[JsonSerializable(typeof(List<Product>))]
[JsonSerializable(typeof(CountAnswer))]
[JsonSerializable(typeof(HealthAnswer))]
[JsonSerializable(typeof(NewOrder))]
internal sealed partial class ApiJsonContext : JsonSerializerContext;
