using System.Text.Json;

namespace Bench.Results;

// Reads a JSON file token by token through one buffer, because a run can have hundreds of megabytes. Errors name file and line.
internal ref struct JsonFile
{
    private static readonly JsonReaderOptions Options = new() { CommentHandling = JsonCommentHandling.Disallow, MaxDepth = 64 };

    private readonly string place;
    private readonly Stream stream;
    private byte[] buffer;
    private int length;
    private long linesBefore;
    private int linesCountedTo;
    private Utf8JsonReader reader;

    public JsonFile(string place, Stream stream)
    {
        this.place = place;
        this.stream = stream;
        buffer = new byte[128 * 1024];
        length = stream.ReadAtLeast(buffer, buffer.Length, throwOnEndOfStream: false);
        var start = buffer.AsSpan(0, length).StartsWith("\uFEFF"u8) ? 3 : 0;
        if (buffer.AsSpan(0, length).IndexOf((byte)0) >= 0)
            throw new ResultsException(place, "is not a text file in UTF-8.");

        if (start > 0)
        {
            Array.Copy(buffer, start, buffer, 0, length - start);
            length -= start;
        }

        reader = new Utf8JsonReader(buffer.AsSpan(0, length), isFinalBlock: length + start < buffer.Length, new JsonReaderState(Options));
    }

    public readonly JsonTokenType Token => reader.TokenType;

    // File and line of the current token, for messages.
    public string Here
    {
        get
        {
            var to = (int)reader.TokenStartIndex;
            linesBefore += buffer.AsSpan(linesCountedTo, to - linesCountedTo).Count((byte)'\n');
            linesCountedTo = to;
            return $"{place}, line {linesBefore + 1}";
        }
    }

    public bool NameIs(ReadOnlySpan<byte> name)
    {
        try
        {
            return reader.ValueTextEquals(name);
        }
        catch (InvalidOperationException e)
        {
            throw new ResultsException(Here, "a name is invalid Unicode.", e);
        }
    }

    // False at the end of the document.
    public bool Next()
    {
        try
        {
            while (!reader.Read())
            {
                if (reader.IsFinalBlock)
                    return false;
                Refill();
            }

            return true;
        }
        catch (JsonException e)
        {
            var reason = e.Message.Split(" LineNumber:")[0].TrimEnd('.');
            throw new ResultsException($"{place}, line {e.LineNumber + 1}", $"is not JSON: {reason}.", e);
        }
    }

    public void EnsureNext()
    {
        if (!Next())
            throw new ResultsException(Here, "the file ends too early.");
    }

    // Skips the whole current value.
    public void Skip()
    {
        if (Token is not (JsonTokenType.StartObject or JsonTokenType.StartArray))
            return;

        var depth = reader.CurrentDepth;
        do EnsureNext();
        while (reader.CurrentDepth > depth || Token is not (JsonTokenType.EndObject or JsonTokenType.EndArray));
    }

    // Null only for a JSON null.
    public string? Text(string name) =>
        Token switch
        {
            JsonTokenType.String => Decode(name),
            JsonTokenType.Null => null,
            _ => throw new ResultsException(Here, $"{name} is invalid: expected text."),
        };

    private string Decode(string name)
    {
        try
        {
            return reader.GetString()!;
        }
        catch (InvalidOperationException e)
        {
            throw new ResultsException(Here, $"{name} is invalid Unicode.", e);
        }
    }

    // Null for null, and for the empty text that BenchmarkDotNet writes for NaN.
    public double? Number(string name)
    {
        if (Token == JsonTokenType.Number && reader.TryGetDouble(out var value) && double.IsFinite(value))
            return value;
        if (Token == JsonTokenType.Null || (Token == JsonTokenType.String && reader.ValueTextEquals(""u8)))
            return null;
        throw new ResultsException(Here, $"{name} is invalid: expected a number.");
    }

    public double EnsureNumber(string name) => Number(name) ?? throw new ResultsException(Here, $"{name} is invalid: expected a number.");

    private void Refill()
    {
        var consumed = (int)reader.BytesConsumed;
        linesBefore += buffer.AsSpan(linesCountedTo, consumed - linesCountedTo).Count((byte)'\n');
        linesCountedTo = 0;
        var rest = length - consumed;
        var old = buffer;
        // A token is longer than the buffer.
        if (rest == buffer.Length)
            buffer = new byte[buffer.Length * 2];
        Array.Copy(old, consumed, buffer, 0, rest);
        var read = stream.ReadAtLeast(buffer.AsSpan(rest), buffer.Length - rest, throwOnEndOfStream: false);
        if (buffer.AsSpan(rest, read).IndexOf((byte)0) >= 0)
            throw new ResultsException(place, "is not a text file in UTF-8.");

        length = rest + read;
        reader = new Utf8JsonReader(buffer.AsSpan(0, length), isFinalBlock: length < buffer.Length, reader.CurrentState);
    }
}
