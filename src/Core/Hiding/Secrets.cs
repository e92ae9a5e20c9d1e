using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Bench.Hiding;

// Replaces secrets, because files and reports are uploaded and committed: values of variables, headers and parameters, and anything that
// is named or looks like a password. It remembers the values, to find them in a program's output. `marker` replaces a value.
internal sealed class Secrets(string marker = Secrets.Hidden)
{
    public const string Hidden = "(hidden)";

    // Replaces a value if the other file has a different one.
    public const string Changed = "(hidden,changed)";

    // A shorter value occurs in many words and numbers.
    private const int MinLengthToFind = 4;

    // The same for a value in a body.
    private const int MinLengthOfValue = 8;

    // Enough to notice a difference, and too few to test guesses.
    private const int DigitsOfHash = 3;

    // Commands are not nested more deeply than this in practice.
    private const int MaxDepth = 8;

    // In order, so that swapped values give another hash.
    private readonly List<string> hidden = [];
    private readonly HashSet<string> values = new(StringComparer.Ordinal);
    private bool isInValue;

    // Differs if hidden values differ, in all but 1 of 4096 cases. Null if nothing is hidden.
    public string? Hash =>
        hidden.Count == 0
            ? null
            : Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Join('\0', hidden))))[..DigitsOfHash];

    // For text of any kind.
    public static string In(string text) => new Secrets().Text(text);

    // `variables` are NAME=VALUE.
    public static Secrets Of(IEnumerable<string> variables)
    {
        var secrets = new Secrets();
        foreach (var variable in variables)
            secrets.Variable(variable);
        return secrets;
    }

    public static bool IsHidden(string value) => value is Hidden or Changed;

    // `variable` is NAME=VALUE.
    public string Variable(string variable) =>
        variable.Split('=', 2) is [var name, var value] ? $"{name}={Variable(name, value)}" : Hide(variable);

    public string Variable(string name, string value) => SecretNames.IsHarmlessVariable(name) ? Text(value) : Hide(value);

    public string Header(string name, string value) => SecretNames.IsHarmlessHeader(name) ? Text(value) : Hide(value);

    // Hidden only if its name or its value looks like a secret.
    public string Setting(string name, string value) => SecretNames.IsSecret(name) ? Hide(value) : Text(value);

    // The body of a message that is sent or expected. A server may also print single values of it, so these are remembered.
    public string? Body(string? body)
    {
        if (body is null)
            return null;
        values.UnionWith(JsonValues(body));
        return Hide(body);
    }

    // A path below an address, with its parameters.
    public string Path(string path)
    {
        var (start, query) = path.IndexOf('?', StringComparison.Ordinal) is >= 0 and var mark ? (path[..mark], path[mark..]) : (path, "");
        start = Text(SecretShapes.Segment().Replace(start, found => Hide(found.Value)));
        return query.Length == 0 ? start : $"{start}?{Query(query[1..])}";
    }

    // Words of a command line: `--ApiKey abc`, `--ApiKey=abc`, `NAME=abc`, `-H 'NAME: abc'`.
    public string[] Words(IReadOnlyList<string> words) => Words(words, MaxDepth);

    public string Text(string text)
    {
        text = SecretShapes.Query().Replace(text, found => Query(found.Value));
        text = SecretShapes.User().Replace(text, found => Hide(found.Value));
        text = Assignments(text);
        text = SecretShapes.JsonProperty().Replace(text, found => Named(found, found.Groups["value"]));
        foreach (var shape in new[] { SecretShapes.Header(), SecretShapes.Token(), SecretShapes.PrivateKey() })
            text = shape.Replace(text, found => Hide(found.Value));
        return text;
    }

    // Removes the values that were hidden before from a program's output.
    public string? Without(string? text)
    {
        if (text is null)
            return null;
        foreach (var value in values.Where(value => value.Length >= MinLengthToFind).OrderByDescending(value => value.Length))
            text = text.Replace(value, Hidden, StringComparison.Ordinal);
        return Text(text);
    }

    private string[] Words(IReadOnlyList<string> words, int depth) =>
        [.. words.Select((word, i) => Word(word, i == 0 ? "" : words[i - 1], depth))];

    private string Word(string word, string before, int depth) =>
        SecretShapes.Switch().IsMatch(before) && SecretNames.IsSecret(before) && !SecretShapes.NextSwitch().IsMatch(word) ? Hide(word)
        : before is "-H" or "--header" && word.Split(':', 2) is [var name, var value] ? $"{name}: {Header(name, value.Trim())}"
        : SecretShapes.Word().Match(word) is { Success: true } assigned ? Assigned(assigned, depth)
        : WordsIn(word, depth);

    private string Assigned(Match word, int depth)
    {
        var (name, value) = (word.Groups["name"].Value, word.Groups["value"].Value);
        var isSwitch = word.Groups["before"].Value.EndsWith("--", StringComparison.Ordinal) || word.Value.StartsWith('/');
        var shown =
            SecretNames.IsSecret(name) ? Hide(value)
            : SecretShapes.Harmless().IsMatch(value) ? value
            : isSwitch ? WordsIn(value, depth)
            : Variable(name, value);
        return word.Value[..word.Groups["value"].Index] + shown;
    }

    // A word may be a whole command, for example for `sh -c`.
    private string WordsIn(string word, int depth)
    {
        if (depth == 0)
            return Hide(word);
        if (word.Length > 1 && word[0] is '"' or '\'' && word[^1] == word[0])
            return $"{word[0]}{WordsIn(word[1..^1], depth - 1)}{word[0]}";
        word = Text(word);
        var words = SecretShapes.Words().Matches(word);
        if (words.Count < 2)
            return SecretShapes.Word().Match(word) is { Success: true } assigned ? Assigned(assigned, depth - 1) : word;
        var all = Words([.. words.Select(one => one.Value)], depth - 1);
        var text = new StringBuilder();
        var end = 0;
        foreach (var (one, shown) in words.Zip(all))
        {
            text.Append(word, end, one.Index - end).Append(shown);
            end = one.Index + one.Length;
        }

        return text.Append(word, end, word.Length - end).ToString();
    }

    private string Assignments(string text)
    {
        var shown = new StringBuilder();
        var end = 0;
        foreach (Match found in SecretShapes.Assignment().Matches(text))
        {
            var start = found.Index + found.Length;
            if (start < end || !IsSecretIn(found.Groups["name"].Value))
                continue;
            var value = SecretShapes.Assigned().Match(text, start).Value;
            shown.Append(text, end, start - end).Append(Quoted(value));
            end = start + value.Length;
        }

        return end == 0 ? text : shown.Append(text, end, text.Length - end).ToString();
    }

    private string Quoted(string value) =>
        value.Length > 1 && value[0] is '"' or '\'' && value[^1] == value[0] ? $"{value[0]}{Hide(value[1..^1])}{value[0]}" : Hide(value);

    // Every full assembly name contains a PublicKeyToken.
    private static bool IsSecretIn(string name) => name != "PublicKeyToken" && SecretNames.IsSecret(name);

    private string Named(Match found, Group value) =>
        IsSecretIn(found.Groups["name"].Value)
            ? found.Value[..(value.Index - found.Index)] + Hide(value.Value) + found.Value[(value.Index - found.Index + value.Length)..]
            : found.Value;

    private string Query(string query) => string.Join('&', query.Split('&').Select(Parameter));

    private string Parameter(string parameter) =>
        parameter.Split('=', 2) is [var name, var value]
            ? $"{name}={(SecretShapes.Harmless().IsMatch(value) && !SecretNames.IsSecret(name) ? value : Hide(value))}"
        : SecretShapes.Harmless().IsMatch(parameter) ? parameter
        : Hide(parameter);

    // Shorter values are ordinary words of messages.
    private static List<string> JsonValues(string body)
    {
        var found = new List<string>();
        var reader = new Utf8JsonReader(Encoding.UTF8.GetBytes(body));
        try
        {
            while (reader.Read())
            {
                var value = reader.TokenType switch
                {
                    JsonTokenType.String => reader.GetString()!,
                    JsonTokenType.Number => Encoding.UTF8.GetString(reader.ValueSpan),
                    _ => "",
                };
                if (value.Length >= MinLengthOfValue)
                    found.Add(value);
            }
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            // The body is not JSON, or is truncated.
        }

        return found;
    }

    private string Hide(string value)
    {
        if (value.Length == 0 || IsHidden(value))
            return value;
        hidden.Add(value);
        // A program may print only the password of a connection string.
        if (values.Add(value) && !isInValue)
        {
            isInValue = true;
            Text(value);
            isInValue = false;
        }

        return marker;
    }
}
