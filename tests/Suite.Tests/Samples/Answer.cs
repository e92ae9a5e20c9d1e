using System.Text;

namespace Suite.Tests.Samples;

/// <summary>A response, byte for byte.</summary>
public sealed partial record Answer(int Status, string? ContentType, IReadOnlyList<string> OtherHeaders, byte[] Body)
{
    public string Text => Encoding.UTF8.GetString(Body);

    /// <summary>The body without the id that differs in every response.</summary>
    public string TextWithoutTraceId => TraceId().Replace(Text, "");

    /// <summary>The errors of a validation problem by key; empty for any other response.</summary>
    public IReadOnlyDictionary<string, string[]> Errors
    {
        get
        {
            if (ContentType?.StartsWith("application/problem+json", StringComparison.Ordinal) is not true)
                return new Dictionary<string, string[]>();

            using var problem = JsonDocument.Parse(Body);
            return problem.RootElement.TryGetProperty("errors", out var errors)
                ? errors.Deserialize<Dictionary<string, string[]>>()!
                : new Dictionary<string, string[]>();
        }
    }

    public static async Task<Answer> From(HttpResponseMessage response, CancellationToken cancellationToken)
    {
        var body = await response.Content.ReadAsByteArrayAsync(cancellationToken);
        var headers = response
            .Headers.NonValidated.Concat(response.Content.Headers.NonValidated)
            .ToDictionary(header => header.Key, header => header.Value.ToString(), StringComparer.OrdinalIgnoreCase);

        headers.Remove("Date");
        headers.Remove("Content-Type", out var contentType);

        return new Answer(
            (int)response.StatusCode,
            contentType,
            [.. headers.Select(header => $"{header.Key}: {header.Value}").Order(StringComparer.Ordinal)],
            body
        );
    }

    /// <summary>In the format of the table in samples/README.md.</summary>
    public string Describe()
    {
        var messages = Errors.Values.Sum(of => of.Length);
        return $"{Status}, {ContentType ?? "no body"}"
            + messages switch
            {
                0 => "",
                1 => ", 1 message",
                _ => $", {messages} messages",
            };
    }

    [GeneratedRegex(
        """
            ,"traceId":"[^"]+"
            """
    )]
    private static partial Regex TraceId();
}
