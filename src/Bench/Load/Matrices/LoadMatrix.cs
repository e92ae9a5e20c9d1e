using System.Text.Json.Serialization;
using Bench.Results;

namespace Bench.Load;

// Properties have setters: the generated JSON reader drops the defaults of init-only properties.
internal sealed record LoadMatrix
{
    // Fewer rounds cannot show a difference.
    public const int MinRounds = 5;

    // Each request of a mix has its own generator.
    public const int MostRequests = 20;

    public const double UsualSliceSeconds = 1;

    // Processes differ more than slices of one process. In the same time, many rounds of a few slices show more than few rounds of many
    // slices.
    private const int UsualRounds = 11;

    // A median of slices needs this many.
    private const double UsualSeconds = SliceRatio.MinSlices;

    private const int UsualConnections = 64;

    private int? connections;

    /// <summary>Also the name of its files.</summary>
    public string Name { get; set; } = "";

    public string Question { get; set; } = "";

    /// <summary>A folder below <c>samples/</c>, or a project file. Empty if each variant has its own.</summary>
    public string Sample { get; set; } = "";

    public string Path { get; set; } = "/";

    public IReadOnlyDictionary<string, string> Headers { get; set; } = new Dictionary<string, string>();

    public string Method { get; set; } = "GET";

    /// <summary>JSON unless a header sets another type; null or empty for none.</summary>
    public string? Body { get; set; }

    /// <summary>Status of a good answer; null for any 2xx.</summary>
    public int? ExpectStatus { get; set; }

    // Text that the body of an answer must contain, checked before the load and after each round; null accepts any body.
    public string? ExpectBody { get; set; }

    // A mix: requests that are sent at the same time, each over its own connections. Empty for the single request that Path
    // and its neighbours describe.
    public IReadOnlyList<MatrixRequest> Requests { get; set; } = [];

    /// <summary>The sum over all requests of a mix.</summary>
    public int Connections
    {
        get => connections ?? (IsMix ? (int)Math.Min(int.MaxValue, Requests.Sum(request => (long)request.Connections)) : UsualConnections);
        set => connections = value;
    }

    public int Rounds { get; set; } = UsualRounds;

    // Why variants are measured alone, one after the other, instead of interleaved. Either they need a resource that cannot be shared, or
    // their difference shows only if a process has the machine for itself. Null if they are alive at once.
    public string? Alone { get; set; }

    /// <summary>Length of one slice of interleaved load.</summary>
    public double SliceSeconds { get; set; } = UsualSliceSeconds;

    /// <summary>Load of each variant per round, once at full speed and once at the pace.</summary>
    public double DurationSeconds { get; set; } = UsualSeconds;

    // Words of the command that starts a published program; `{url}`, `{port}` and `{folder}` are replaced. Empty to start
    // the program itself with `--urls`.
    public IReadOnlyList<string> Start { get; set; } = [];

    /// <summary>Path that is requested until it answers 2xx; null if a process is ready when it listens.</summary>
    public string? ReadyPath { get; set; }

    /// <summary>Time limit until a process is ready.</summary>
    public double StartSeconds { get; set; } = ServerStart.UsualTimeToStart.TotalSeconds;

    public double WarmUpSeconds { get; set; } = 15;

    /// <summary>Share of the slowest variant's peak that all variants get at the pace.</summary>
    public double Pace { get; set; } = 0.7;

    // True if the server needs PostgreSQL: the one that ConnectionStrings__AdventureWorks names, or else a private one for the test.
    public bool Postgres { get; set; }

    /// <summary>True if server and generator run on different cores. Only for variants whose difference does not depend on it.</summary>
    public bool Pin { get; set; }

    /// <summary>The first is the baseline.</summary>
    public IReadOnlyList<LoadVariant> Variants { get; set; } = [];

    public static LoadMatrix Read(InputFile file) =>
        PlanFile.Read(file, PlanContext.Default.LoadMatrix, "matrix", matrix => matrix.Mistake()?.ToString());

    [JsonIgnore]
    public bool IsMix => Requests.Count > 0;

    /// <summary>The figures of a mix have the same order. Without a mix there is one request.</summary>
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

    // A request's own headers replace those of the matrix.
    private Dictionary<string, string> HeadersOf(MatrixRequest request) =>
        request
            .Headers.Concat(Headers.Where(header => !request.Headers.Keys.Contains(header.Key, StringComparer.OrdinalIgnoreCase)))
            .ToDictionary(header => header.Key, header => header.Value);

    /// <summary>The first mistake; null for a valid plan.</summary>
    public PlanMistake? Mistake() =>
        !PlanFile.IsName(Name) ? new("name", "must be a valid file name.")
        : Sample.Length == 0 && Variants.Any(variant => string.IsNullOrEmpty(variant?.Sample))
            ? new("sample", "is missing. Name the web application to load.")
        : IsMix && MistakeOfMix() is { } mistake ? new(null, mistake)
        : MistakeOf(Path, Method, Headers, ExpectStatus) is { } wrong ? wrong
        : ReadyPath is { } ready && !PlanFile.IsPath(ready) ? new("readyPath", "must begin with / and have no spaces and no #.")
        : Start.Any(string.IsNullOrWhiteSpace) ? new("start", "must not have empty words.")
        : Connections is < 1 or > 10_000 ? new("connections", "must be from 1 to 10000.")
        : Rounds is < MinRounds or > 1000 ? new("rounds", $"must be from {MinRounds} to 1000.")
        : DurationSeconds is < 1 or > 3600 ? new("durationSeconds", "must be from 1 to 3600.")
        : WarmUpSeconds is < 1 or > 3600 ? new("warmUpSeconds", "must be from 1 to 3600.")
        : StartSeconds is < 1 or > 3600 ? new("startSeconds", "must be from 1 to 3600.")
        : SliceSeconds is < 1 or > 60 || SliceSeconds % 1 != 0 ? new("sliceSeconds", "must be a whole number from 1 to 60.")
        : Alone is not null && SliceSeconds != UsualSliceSeconds
            ? new("sliceSeconds", "cannot be combined with alone, because nothing is interleaved.")
        : Alone is { } reason && string.IsNullOrWhiteSpace(reason)
            ? new("alone", "must give the reason why each variant is measured alone.")
        : Pace is not (> 0 and < 1) ? new("pace", "must be between 0 and 1.")
        : Variants.Count < 2 ? new("variants", "must have two or more entries.")
        : Variants.Any(variant => variant is null || string.IsNullOrWhiteSpace(variant.Name))
            ? new(null, "each entry of variants needs a name.")
        : Variants.Any(variant =>
            variant.Switches.Any(text => text is null)
            || variant.Environment.Any(variable => variable.Key.Length == 0 || variable.Value is null)
            || variant.Properties.Any(property => property.Key.Length == 0 || property.Value is null)
            || variant.ExpectHeaders.Any(header => header.Value is null)
        )
            ? new(null, "an entry of variants has a switch, variable, property or header without a value.")
        : Variants.Select(variant => variant.Name).Distinct(StringComparer.Ordinal).Count() < Variants.Count
            ? new(null, "two entries of variants have the same name.")
        : null;

    private static PlanMistake? MistakeOf(string path, string method, IReadOnlyDictionary<string, string> headers, int? expectStatus) =>
        !PlanFile.IsPath(path) ? new("path", "must begin with / and have no spaces and no #.")
        : headers.Any(header => !IsHeader(header.Key, header.Value))
            ? new("headers", "need a name of letters, digits and hyphens, and a value on one line.")
        : headers.Keys.Distinct(StringComparer.OrdinalIgnoreCase).Count() < headers.Count ? new("headers", "must not have a name twice.")
        : LoadRequest.IsUnreadable(method) ? new("method", $"must not be {method}, because wrk cannot read its responses.")
        : method.Length == 0 || !method.All(char.IsAsciiLetterUpper) ? new("method", "must be in capital letters, such as POST.")
        : expectStatus is < 200 or > 399 ? new("expectStatus", "must be from 200 to 399, because refused requests measure nothing.")
        : null;

    private string? MistakeOfMix()
    {
        if (Path != "/" || Method != "GET" || Body is not null || ExpectStatus is not null || ExpectBody is not null)
            return "path, method, body, expectStatus and expectBody belong to the entries of requests. Remove them from the matrix.";
        if (Requests.Count > MostRequests)
            return $"requests has {Requests.Count} entries, but at most {MostRequests} can be loaded at once. Use a scenario for more.";
        if (Requests.Any(request => request is null || string.IsNullOrWhiteSpace(request.Name)))
            return "each entry of requests needs a name.";
        if (Requests.GroupBy(request => request.Name).FirstOrDefault(same => same.Count() > 1) is { } twice)
            return $"two requests have the name '{twice.Key}'.";
        foreach (var request in Requests)
        {
            if (request.Connections is < 1 or > 10_000)
                return $"the request '{request.Name}' has {request.Connections} connections. Give it 1 to 10000.";
            if (MistakeOf(request.Path, request.Method, request.Headers, request.ExpectStatus) is { } mistake)
                return $"the request '{request.Name}': {mistake}";
        }

        var sum = Requests.Sum(request => request.Connections);
        return connections is { } total && total != sum
            ? $"connections is {total}, but the requests have {sum} together. Remove it, or make both equal."
            : null;
    }

    private static bool IsHeader(string name, string? value) =>
        name.Length > 0
        && name.All(letter => char.IsAsciiLetterOrDigit(letter) || letter == '-')
        && !string.IsNullOrWhiteSpace(value)
        && value.All(letter => letter is >= ' ' and <= '~');
}
