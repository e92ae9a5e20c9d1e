using System.Net;
using System.Text;
using System.Text.RegularExpressions;

namespace Benchmarks.Apps;

/// <summary>
/// What came back. Two answers are equal when status, media type and body are, but for the trace id, which differs in every answer.
/// </summary>
public sealed partial record Answer(HttpStatusCode Status, string? MediaType, byte[] Body)
{
    public static async Task<Answer> Read(HttpResponseMessage response) =>
        new(response.StatusCode, response.Content.Headers.ContentType?.MediaType, await response.Content.ReadAsByteArrayAsync());

    public bool Equals(Answer? other) => other is not null && ToString() == other.ToString();

    public override int GetHashCode() => ToString().GetHashCode(StringComparison.Ordinal);

    public override string ToString() =>
        $"{(int)Status} {MediaType} {TraceId().Replace(Encoding.UTF8.GetString(Body), "\"traceId\":\"\"")}";

    [GeneratedRegex("\"traceId\":\"[^\"]*\"")]
    private static partial Regex TraceId();
}
