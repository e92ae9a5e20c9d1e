using System.Globalization;
using System.Text;

namespace Bench.Load;

/// <summary>What every connection sends, again and again, and what it must be answered with.</summary>
/// <param name="Status">The status of a good answer; null for any 2xx.</param>
/// <param name="Contained">What the body of an answer must hold; checked before the load and after each round. Null for anything.</param>
internal sealed record LoadRequest(
    string Method,
    IReadOnlyDictionary<string, string> Headers,
    string? Body = null,
    int? Status = null,
    string? Contained = null
)
{
    /// <summary>How long a user waits for an answer, and for a generator after its time.</summary>
    public static readonly TimeSpan UsualPatience = TimeSpan.FromSeconds(30);

    private const string ContentType = "Content-Type";
    private const string Host = "Host";

    /// <summary>How long an answer may take, and a generator after its time.</summary>
    public TimeSpan Patience { get; init; } = UsualPatience;

    public static LoadRequest Get { get; } = new("GET", new Dictionary<string, string>());

    /// <summary>Its headers, with what a body needs.</summary>
    public IEnumerable<KeyValuePair<string, string>> AllHeaders =>
        Body is null || Headers.Keys.Contains(ContentType, StringComparer.OrdinalIgnoreCase)
            ? Headers
            : Headers.Append(new KeyValuePair<string, string>(ContentType, "application/json"));

    /// <summary>Headers as arguments of wrk, which replaces its own host by one that is spelt like it.</summary>
    public IEnumerable<string> WrkHeaders => HeaderArguments(Host);

    /// <summary>The same of h2load, whose own host has the name of HTTP/2.</summary>
    public IEnumerable<string> H2LoadHeaders => HeaderArguments(":authority");

    private IEnumerable<string> HeaderArguments(string host) =>
        AllHeaders.SelectMany(header =>
            (string[])["-H", $"{(header.Key.Equals(Host, StringComparison.OrdinalIgnoreCase) ? host : header.Key)}: {header.Value}"]
        );

    /// <summary>Whether wrk waits for a body that never comes: it does not know that answers to these have none.</summary>
    public static bool IsUnreadable(string method) => method is "HEAD" or "CONNECT";

    public bool IsGood(int status) => Status is { } expected ? status == expected : status is >= 200 and <= 299;

    /// <summary>The request as a script of wrk says it; nothing for one that wrk sends by itself.</summary>
    public string ToLua() =>
        (Method == Get.Method ? "" : $"wrk.method = {LuaText(Method)}\n") + (Body is null ? "" : $"wrk.body = {LuaText(Body)}\n");

    /// <summary>A text in quotes, byte by byte: whatever stands in it, it ends where it should.</summary>
    public static string LuaText(string text) =>
        $"\"{string.Concat(Encoding.UTF8.GetBytes(text).Select(value => value is >= 0x20 and < 0x7f and not (byte)'"' and not (byte)'\\' ? ((char)value).ToString() : string.Create(CultureInfo.InvariantCulture, $"\\{value:000}")))}\"";
}
