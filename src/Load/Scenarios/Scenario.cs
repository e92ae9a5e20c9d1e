using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Results;

namespace Bench.Load;

/// <summary>
/// Load over time, as a file describes it: stages of rising and falling numbers of virtual users, a constant number of them, or a constant
/// rate of arrivals; a mix of requests with checks; thresholds.
/// </summary>
internal sealed record Scenario
{
    private const int MostVirtualUsers = 1000;

    /// <summary>Its name: its files are called so.</summary>
    public string Name { get; set; } = "";

    /// <summary>The project to publish and start; null for <see cref="Url"/>.</summary>
    public string? Sample { get; set; }

    public IReadOnlyList<string> Switches { get; set; } = [];

    public Uri? Url { get; set; }

    /// <summary>Stages, each of which leads in a straight line to a number of virtual users.</summary>
    public IReadOnlyList<Stage> Stages { get; set; } = [];

    /// <summary>Without stages: how many virtual users there are, each of which sends its share of a rate.</summary>
    public int? VirtualUsers { get; set; }

    /// <summary>What files called <see cref="VirtualUsers"/> before.</summary>
    public int? Copies
    {
        set => VirtualUsers = value;
    }

    /// <summary>Requests a second that arrive, whatever becomes of those before; null where virtual users wait for answers.</summary>
    public double? Rate { get; set; }

    /// <summary>Without stages: how long, warm-up apart, in seconds.</summary>
    public double? DurationSeconds { get; set; }

    /// <summary>Load at the begin that no figure counts, in seconds.</summary>
    public double WarmUpSeconds { get; set; }

    /// <summary>What is sent: each time one is drawn by weight, unless each has virtual users of its own.</summary>
    public IReadOnlyList<ScenarioRequest> Requests { get; set; } = [];

    public IReadOnlyList<string> Thresholds { get; set; } = [];

    [JsonIgnore]
    public double TotalSeconds => WarmUpSeconds + (Stages.Count > 0 ? Stages.Sum(stage => stage.Seconds) : DurationSeconds ?? 0);

    [JsonIgnore]
    public int MaxVirtualUsers => Stages.Count > 0 ? Stages.Max(stage => stage.VirtualUsers) : OwnUsers ?? VirtualUsers ?? 0;

    /// <summary>The virtual users of all requests together; null where requests have none of their own.</summary>
    [JsonIgnore]
    public int? OwnUsers => HasOwnUsers ? Requests.Sum(request => request?.VirtualUsers ?? 0) : null;

    private bool HasOwnUsers => Requests.Any(request => request?.VirtualUsers is not null);

    /// <summary>
    /// The request of each virtual user, by its place, in turn, so that arrivals at a rate alternate; empty where requests are drawn.
    /// </summary>
    public IReadOnlyList<int> RequestsOfUsers()
    {
        var users = OwnUsers ?? 0;
        var given = new int[Requests.Count];
        var order = new List<int>();
        for (var user = 1; user <= users; user++)
        {
            // The one that lacks most of its share.
            var next = Enumerable.Range(0, given.Length).MaxBy(i => ((double)user * Requests[i].VirtualUsers!.Value / users) - given[i]);
            given[next]++;
            order.Add(next);
        }

        return order;
    }

    public static Scenario Read(InputFile file)
    {
        var scenario = PlanFile.Read(file, ScenarioContext.Default.Scenario, "scenario", scenario => scenario.Mistake());
        foreach (var threshold in scenario.Thresholds)
            Threshold.Parse(threshold);
        return scenario;
    }

    public IReadOnlyList<(double From, double To)> Spans(int user)
    {
        if (Stages.Count == 0)
            return [(0, 1000 * TotalSeconds)];
        var spans = new List<(double From, double To)>();
        // Virtual users of the warm-up are those of the first stage's end.
        var (time, users) = (1000 * WarmUpSeconds, 0.0);
        if (WarmUpSeconds > 0 && user < Stages[0].VirtualUsers)
            spans.Add((0, time));
        var wanted = user + 1;
        foreach (var stage in Stages)
        {
            var (end, next) = (time + (1000 * stage.Seconds), (double)stage.VirtualUsers);
            // Where the straight line from one number to the next passes this virtual user's number.
            var passes = next == users ? time : time + ((end - time) * Math.Clamp((wanted - users) / (next - users), 0, 1));
            if (users >= wanted && next >= wanted)
                Add(time, end);
            else if (users >= wanted)
                Add(time, passes);
            else if (next >= wanted)
                Add(passes, end);
            (time, users) = (end, next);
        }

        return spans;

        void Add(double from, double to)
        {
            if (spans.Count > 0 && spans[^1].To >= from)
                spans[^1] = (spans[^1].From, to);
            else if (to > from)
                spans.Add((from, to));
        }
    }

    /// <summary>The plan as the script reads it.</summary>
    internal string ToLua(string folder)
    {
        var lua = new StringBuilder("plan = {\n");
        Line(
            $"  folder = {Text(folder)}, seed = {Random.Shared.Next(1_000_000)}, total = {1000 * TotalSeconds:0.###}, weight = {Requests.Sum(request => request.Weight):0.######},"
        );
        if (Rate is { } rate)
            Line($"  rate = {rate:0.######}, interval = {1000 * MaxVirtualUsers / rate:0.######},");
        if (HasOwnUsers)
            Line($"  request_of = {{ {string.Join(", ", RequestsOfUsers().Select(request => request + 1))} }},");
        Line($"  users = {{");
        for (var user = 0; user < MaxVirtualUsers && Rate is null; user++)
            Line(
                $"    {{ {string.Join(", ", Spans(user).Select(span => FormattableString.Invariant($"{{ {span.From:0.###}, {span.To:0.###} }}")))} }},"
            );
        Line($"  }},\n  requests = {{");
        foreach (var request in Requests)
        {
            var headers = request.Body is null ? "nil" : $"{{ [\"Content-Type\"] = {Text(request.ContentType)} }}";
            Line(
                $"    {{ method = {Text(request.Method)}, path = {Text(request.Target)}, weight = {request.Weight:0.######}, headers = {headers}, body = {(request.Body is null ? "nil" : Text(request.Body))}, checks = {{ status = {request.Checks.Status}, equals = {(request.Checks.BodyEquals is { } equal ? Text(equal) : "nil")}, contains = {(request.Checks.BodyContains is { } contained ? Text(contained) : "nil")} }} }},"
            );
        }

        Line($"  }},\n}}");
        return lua.ToString();

        void Line(FormattableString line) => lua.Append(line.ToString(CultureInfo.InvariantCulture)).Append('\n');
    }

    private static string Text(string text) => LoadRequest.LuaText(text);

    private string? Mistake() =>
        !PlanFile.IsName(Name) ? "name is a name for files."
        : Sample is null == Url is null ? "name what is loaded: sample or url."
        : Url is not null && (!Url.IsAbsoluteUri || Url.Scheme != Uri.UriSchemeHttp || Url.PathAndQuery != "/" || Url.UserInfo.Length > 0)
            ? "url is an address such as http://127.0.0.1:5000."
        : Url is not null && Switches.Count > 0 ? "switches are for a sample, and not for a url."
        : Switches.Any(text => text is null) || Thresholds.Any(text => text is null) ? "a switch or a threshold is nothing."
        : Stages.Count > 0 && (VirtualUsers is not null || Rate is not null || DurationSeconds is not null)
            ? "stages go without virtualUsers, rate and durationSeconds."
        : Stages.Count == 0 && ((VirtualUsers is null && !HasOwnUsers) || DurationSeconds is null)
            ? "without stages it needs virtualUsers and durationSeconds."
        : MistakeOfOwnUsers() is { } mistake ? mistake
        : Stages.Any(stage => stage is null || stage.Seconds is not (> 0 and <= 86_400) || stage.VirtualUsers < 0)
            ? "a stage has seconds above 0 and virtualUsers of 0 or more."
        : MaxVirtualUsers is < 1 or > MostVirtualUsers ? $"there are 1 to {MostVirtualUsers} virtual users at once."
        : Rate is not null and not (>= 0.01 and <= 1_000_000) ? "rate is 0.01 or more."
        : WarmUpSeconds is not (>= 0 and <= 3600) || TotalSeconds is not (>= 1 and <= 86_400) ? "it takes from a second to a day."
        : Requests.Count == 0 ? "requests has one or more."
        : Requests.FirstOrDefault(request => request is not null && LoadRequest.IsUnreadable(request.Method)) is { } unreadable
            ? $"a request has the method {unreadable.Method}, whose answers wrk can't read."
        : Requests.Any(request =>
            request is null
            || !PlanFile.IsPath(request.Path)
            || request.Method.Length == 0
            || !request.Method.All(char.IsAsciiLetterUpper)
            || request.Weight is not (>= 0.001 and <= 1e6)
            || request.ContentType.Any(char.IsControl)
            || request.Checks is null
            || request.Checks.Status is < 100 or > 599
        )
            ? "a request has a path with a slash, a method, a weight above 0, and a status to check."
        : Requests.Any(request => request.Name is { } name && string.IsNullOrWhiteSpace(name)) ? "the name of a request is empty."
        : Requests.GroupBy(request => request.Name).FirstOrDefault(same => same.Key is not null && same.Count() > 1) is { } twice
            ? $"two requests have the name '{twice.Key}'."
        : null;

    private string? MistakeOfOwnUsers()
    {
        if (!HasOwnUsers)
            return null;
        var given = Requests.OfType<ScenarioRequest>().ToArray();
        return Stages.Count > 0 ? "requests with virtualUsers of their own go without stages."
            : given.FirstOrDefault(request => request.VirtualUsers is null) is { } without
                ? $"{without.Label} has no virtualUsers, and other requests have: give each request some, or none."
            : given.FirstOrDefault(request => request.VirtualUsers < 1) is { } none
                ? $"{none.Label} has {none.VirtualUsers} virtualUsers: give it 1 or more, or leave the request out."
            : given.FirstOrDefault(request => request.Weight != 1) is { } weighed
                ? $"{weighed.Label} has virtualUsers and a weight: a request that has users of its own is not drawn by weight."
            : given.Sum(request => (long)request.VirtualUsers!.Value) is var sum && sum > MostVirtualUsers
                ? $"the requests have {sum} virtualUsers together: there are 1 to {MostVirtualUsers} at once."
            : VirtualUsers is { } total && total != sum
                ? $"virtualUsers is {total}, and the requests have {sum} together: leave it out, or let both agree."
            : null;
    }
}

/// <param name="VirtualUsers">At the stage's end.</param>
internal sealed record Stage(double Seconds = 0, int VirtualUsers = 0)
{
    public int VirtualUsers { get; private set; } = VirtualUsers;

    /// <summary>What files called <see cref="VirtualUsers"/> before.</summary>
    public int Copies
    {
        set => VirtualUsers = value;
    }
}

internal sealed record ScenarioChecks
{
    public int Status { get; set; } = 200;

    /// <summary>Its whole body; null where that is not checked.</summary>
    public string? BodyEquals { get; set; }

    public string? BodyContains { get; set; }
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    ReadCommentHandling = JsonCommentHandling.Skip,
    AllowTrailingCommas = true,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    AllowDuplicateProperties = false
)]
[JsonSerializable(typeof(Scenario))]
internal sealed partial class ScenarioContext : JsonSerializerContext;
