using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Serialization;

namespace Benchmarks.Serialization;

/// <summary>Newtonsoft.Json as it is usually called: JsonConvert for strings, a writer or reader over a stream for UTF-8.</summary>
internal static class NewtonsoftJson
{
    // As in ASP.NET Core with its Newtonsoft formatters: camel case, and one resolver for the life of the process.
    public static readonly JsonSerializerSettings Settings = new() { ContractResolver = new CamelCasePropertyNamesContractResolver() };

    private static readonly JsonSerializer Serializer = JsonSerializer.Create(Settings);
    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false);

    public static string ToText(Order order) => JsonConvert.SerializeObject(order, Settings);

    public static Order FromText(string json) => JsonConvert.DeserializeObject<Order>(json, Settings)!;

    public static byte[] ToUtf8(Order order)
    {
        using var stream = new MemoryStream();
        using (var writer = new StreamWriter(stream, Utf8, leaveOpen: true))
            Serializer.Serialize(writer, order);
        return stream.ToArray();
    }

    public static Order FromUtf8(byte[] json)
    {
        using var reader = new JsonTextReader(new StreamReader(new MemoryStream(json, writable: false), Utf8));
        return Serializer.Deserialize<Order>(reader)!;
    }
}
