using System.Globalization;
using System.Text;

namespace Bench.Load;

/// <param name="Status">Expected status; null for any 2xx.</param>
/// <param name="Contained">
/// Text that the body of an answer must contain, checked before the load and after each round. Null accepts any body.
/// </param>
internal sealed record LoadRequest(
    string Method,
    IReadOnlyDictionary<string, string> Headers,
    string? Body = null,
    int? Status = null,
    string? Contained = null
)
{
    public static readonly TimeSpan UsualPatience = TimeSpan.FromSeconds(30);

    private const string ContentType = "Content-Type";
    private const string Host = "Host";

    /// <summary>Time limit of an answer, and of a generator after its planned end.</summary>
    public TimeSpan Patience { get; init; } = UsualPatience;

    public static LoadRequest Get { get; } = new("GET", new Dictionary<string, string>());

    public IEnumerable<KeyValuePair<string, string>> AllHeaders =>
        Body is null || Headers.Keys.Contains(ContentType, StringComparer.OrdinalIgnoreCase)
            ? Headers
            : Headers.Append(new KeyValuePair<string, string>(ContentType, "application/json"));

    // wrk replaces its own host header only if ours has the same spelling.
    public IEnumerable<string> WrkHeaders => HeaderArguments(Host);

    // h2load's own host header has the name of HTTP/2.
    public IEnumerable<string> H2LoadHeaders => HeaderArguments(":authority");

    private IEnumerable<string> HeaderArguments(string host) =>
        AllHeaders.SelectMany(header =>
            (string[])["-H", $"{(header.Key.Equals(Host, StringComparison.OrdinalIgnoreCase) ? host : header.Key)}: {header.Value}"]
        );

    // wrk does not know that answers to these methods have no body, and waits for one.
    public static bool IsUnreadable(string method) => method is "HEAD" or "CONNECT";

    public bool IsGood(int status) => Status is { } expected ? status == expected : status is >= 200 and <= 299;

    // Empty for a request that wrk sends by default.
    public string ToLua() =>
        (Method == Get.Method ? "" : $"wrk.method = {LuaText(Method)}\n") + (Body is null ? "" : $"wrk.body = {LuaText(Body)}\n");

    // Escapes byte by byte, so that no text can end the literal early.
    public static string LuaText(string text) =>
        $"\"{string.Concat(Encoding.UTF8.GetBytes(text).Select(value => value is >= 0x20 and < 0x7f and not (byte)'"' and not (byte)'\\' ? ((char)value).ToString() : string.Create(CultureInfo.InvariantCulture, $"\\{value:000}")))}\"";
}
