using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Results;

namespace Bench.Load;

/// <summary>Arms that differ in one thing, as a file describes them.</summary>
/// <remarks>Properties can be set: of those that can only be initialised, the generated reader drops the defaults.</remarks>
internal sealed record LoadMatrix
{
    /// <summary>The fewest rounds that show a difference.</summary>
    public const int MinRounds = 5;

    /// <summary>Each request of a mix has a generator of its own.</summary>
    public const int MostRequests = 20;

    /// <summary>How long a slice is where nothing else is said, s.</summary>
    public const double UsualSliceSeconds = 1;

    /// <summary>
    /// Processes differ by more than slices of one do: many rounds of a few slices show more than few of many, in the same time.
    /// </summary>
    private const int UsualRounds = 11;

    /// <summary>As long as a median of slices needs.</summary>
    private const double UsualSeconds = SliceRatio.MinSlices;

    private const int UsualConnections = 64;

    private int? connections;

    /// <summary>What it is called: its files are called so.</summary>
    public string Name { get; set; } = "";

    public string Question { get; set; } = "";

    /// <summary>The project: a folder below <c>samples/</c>, or a project file. Empty where each arm has its own.</summary>
    public string Sample { get; set; } = "";

    /// <summary>What is asked for, with the slash.</summary>
    public string Path { get; set; } = "/";

    /// <summary>Headers of every request, the same for all arms.</summary>
    public IReadOnlyDictionary<string, string> Headers { get; set; } = new Dictionary<string, string>();

    public string Method { get; set; } = "GET";

    /// <summary>The body of every request, JSON unless a header says otherwise; null or empty for none.</summary>
    public string? Body { get; set; }

    /// <summary>The status of a good answer; null for any 2xx.</summary>
    public int? ExpectStatus { get; set; }

    /// <summary>What the body of an answer must contain, which is checked once for each process; null for anything.</summary>
    public string? ExpectBody { get; set; }

    /// <summary>
    /// A mix: requests that are all sent at the same time, each over connections of its own. Empty for the one that <see cref="Path"/> and
    /// its neighbours describe.
    /// </summary>
    public IReadOnlyList<MatrixRequest> Requests { get; set; } = [];

    /// <summary>Those of all requests together, where there are several.</summary>
    public int Connections
    {
        get => connections ?? (IsMix ? (int)Math.Min(int.MaxValue, Requests.Sum(request => (long)request.Connections)) : UsualConnections);
        set => connections = value;
    }

    public int Rounds { get; set; } = UsualRounds;

    /// <summary>
    /// Why each arm is measured alone, one after the other, and not interleaved with the others: they share what can't be shared, or differ
    /// in what only shows where a process has the machine for itself. Null where they live at once.
    /// </summary>
    public string? Alone { get; set; }

    /// <summary>How long an arm is loaded before it is another's turn, in seconds.</summary>
    public double SliceSeconds { get; set; } = UsualSliceSeconds;

    /// <summary>How long each arm is loaded in each round, at full speed and paced, in seconds.</summary>
    public double DurationSeconds { get; set; } = UsualSeconds;

    /// <summary>
    /// The command that starts a published program, word by word; <c>{url}</c>, <c>{port}</c> and <c>{folder}</c> are filled in. Empty for
    /// the program itself with <c>--urls</c>.
    /// </summary>
    public IReadOnlyList<string> Start { get; set; } = [];

    /// <summary>What is asked for until it is answered with 2xx, with the slash; null where a process that listens is ready.</summary>
    public string? ReadyPath { get; set; }

    /// <summary>How long a process may take until it is ready, in seconds.</summary>
    public double StartSeconds { get; set; } = ServerStart.UsualTimeToStart.TotalSeconds;

    /// <summary>How long each process is loaded before, in seconds.</summary>
    public double WarmUpSeconds { get; set; } = 15;

    /// <summary>The share of the slowest arm's peak at which all are paced.</summary>
    public double Pace { get; set; } = 0.7;

    /// <summary>
    /// Whether the server needs PostgreSQL: the one that ConnectionStrings__AdventureWorks names, or a private one for the time of the
    /// test.
    /// </summary>
    public bool Postgres { get; set; }

    /// <summary>Whether server and generator run on different cores: where that changes nothing the arms are about.</summary>
    public bool Pin { get; set; }

    /// <summary>The arms; the first is the one that the others are compared with.</summary>
    public IReadOnlyList<LoadArm> Arms { get; set; } = [];

    public static LoadMatrix Read(InputFile file) =>
        PlanFile.Read(file, LoadMatrixContext.Default.LoadMatrix, "matrix", matrix => matrix.Mistake());

    /// <summary>Whether several requests, or one with connections of its own, are sent at the same time.</summary>
    [JsonIgnore]
    public bool IsMix => Requests.Count > 0;

    /// <summary>What is sent, with the figures of a mix in this order; a single request where it is none.</summary>
    [JsonIgnore]
    public IReadOnlyList<MatrixRequest> Sent =>
        IsMix
            ? Requests
            :
            [
                new MatrixRequest
                {
                    Path = Path,
                    Connections = Connections,
                    Method = Method,
                    Body = Body,
                    ExpectStatus = ExpectStatus,
                    ExpectBody = ExpectBody,
                },
            ];

    /// <summary>What is sent to a server.</summary>
    /// <param name="patience">How long an answer may take.</param>
    public IReadOnlyList<LoadPart> Parts(Uri server, TimeSpan? patience = null) =>
        [
            .. Sent.Select(sent => new LoadPart(
                new Uri(server, sent.Path),
                sent.Connections,
                new LoadRequest(
                    sent.Method,
                    HeadersOf(sent),
                    string.IsNullOrEmpty(sent.Body) ? null : sent.Body,
                    sent.ExpectStatus,
                    sent.ExpectBody
                )
                {
                    Patience = patience ?? LoadRequest.UsualPatience,
                }
            )),
        ];

    // Its own go before those of all.
    private Dictionary<string, string> HeadersOf(MatrixRequest request) =>
        request
            .Headers.Concat(Headers.Where(header => !request.Headers.Keys.Contains(header.Key, StringComparer.OrdinalIgnoreCase)))
            .ToDictionary(header => header.Key, header => header.Value);

    /// <summary>What is wrong with it, in a sentence; null where nothing is.</summary>
    public string? Mistake() =>
        !PlanFile.IsName(Name) ? "name is a name for files."
        : Sample.Length == 0 && Arms.Any(arm => string.IsNullOrEmpty(arm?.Sample)) ? "sample names what is loaded."
        : IsMix && MistakeOfMix() is { } mistake ? mistake
        : MistakeOf(Path, Method, Headers, ExpectStatus) is { } wrong ? wrong
        : ReadyPath is { } ready && !PlanFile.IsPath(ready) ? "readyPath begins with a slash and has neither spaces nor #."
        : Start.Any(string.IsNullOrWhiteSpace) ? "start has a word that is empty."
        : Connections is < 1 or > 10_000 ? "connections is a number from 1 to 10000."
        : Rounds is < MinRounds or > 1000 ? $"rounds is a number from {MinRounds} to 1000: fewer show no difference."
        : DurationSeconds is < 1 or > 3600 ? "durationSeconds is from 1 to 3600."
        : WarmUpSeconds is < 1 or > 3600 ? "warmUpSeconds is from 1 to 3600."
        : StartSeconds is < 1 or > 3600 ? "startSeconds is from 1 to 3600."
        : SliceSeconds is < 1 or > 60 || SliceSeconds % 1 != 0 ? "sliceSeconds is a whole number from 1 to 60."
        : Alone is not null && SliceSeconds != UsualSliceSeconds
            ? "sliceSeconds is for interleaved arms: each of these has the machine alone."
        : Alone is { } reason && string.IsNullOrWhiteSpace(reason) ? "alone says why each arm is measured alone."
        : Pace is not (> 0 and < 1) ? "pace is a share between 0 and 1."
        : Arms.Count < 2 ? "arms has two or more."
        : Arms.Any(arm => arm is null || string.IsNullOrWhiteSpace(arm.Name)) ? "each arm has a name."
        : Arms.Any(arm =>
            arm.Switches.Any(text => text is null)
            || arm.Environment.Any(variable => variable.Key.Length == 0 || variable.Value is null)
            || arm.Properties.Any(property => property.Key.Length == 0 || property.Value is null)
            || arm.ExpectHeaders.Any(header => header.Value is null)
        )
            ? "an arm has a switch, variable, property or header that is nothing."
        : Arms.Select(arm => arm.Name).Distinct(StringComparer.Ordinal).Count() < Arms.Count ? "two arms have the same name."
        : null;

    private static string? MistakeOf(string path, string method, IReadOnlyDictionary<string, string> headers, int? expectStatus) =>
        !PlanFile.IsPath(path) ? "path begins with a slash and has neither spaces nor #."
        : headers.Any(header => !IsHeader(header.Key, header.Value))
            ? "headers have a name of letters, digits and hyphens, and a value, on one line."
        : headers.Keys.Distinct(StringComparer.OrdinalIgnoreCase).Count() < headers.Count ? "headers have a name twice."
        : LoadRequest.IsUnreadable(method) ? $"method is {method}, whose answers wrk can't read."
        : method.Length == 0 || !method.All(char.IsAsciiLetterUpper) ? "method is a name in capital letters, such as POST."
        : expectStatus is < 200 or > 399 ? "expectStatus is from 200 to 399: a request that is refused measures nothing."
        : null;

    private string? MistakeOfMix()
    {
        if (Path != "/" || Method != "GET" || Body is not null || ExpectStatus is not null || ExpectBody is not null)
            return "path, method, body, expectStatus and expectBody are those of each of the requests: leave them out of the matrix.";
        if (Requests.Count > MostRequests)
            return $"requests has {Requests.Count} entries, and at most {MostRequests} are loaded at once, each by a generator of its own: a scenario takes more.";
        if (Requests.Any(request => request is null || string.IsNullOrWhiteSpace(request.Name)))
            return "each of the requests has a name.";
        if (Requests.GroupBy(request => request.Name).FirstOrDefault(same => same.Count() > 1) is { } twice)
            return $"two requests have the name '{twice.Key}'.";
        foreach (var request in Requests)
        {
            if (request.Connections is < 1 or > 10_000)
                return $"the request '{request.Name}' has {request.Connections} connections: give it 1 to 10000, or leave it out.";
            if (MistakeOf(request.Path, request.Method, request.Headers, request.ExpectStatus) is { } mistake)
                return $"the request '{request.Name}': {mistake}";
        }

        var sum = Requests.Sum(request => request.Connections);
        return connections is { } total && total != sum
            ? $"connections is {total}, and the requests have {sum} together: leave it out, or let both agree."
            : null;
    }

    private static bool IsHeader(string name, string? value) =>
        name.Length > 0
        && name.All(letter => char.IsAsciiLetterOrDigit(letter) || letter == '-')
        && !string.IsNullOrWhiteSpace(value)
        && value.All(letter => letter is >= ' ' and <= '~');
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    ReadCommentHandling = JsonCommentHandling.Skip,
    AllowTrailingCommas = true,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    AllowDuplicateProperties = false
)]
[JsonSerializable(typeof(LoadMatrix))]
internal sealed partial class LoadMatrixContext : JsonSerializerContext;
