using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Results;

namespace Bench.Load;

// A plan for load over time: stages of virtual users, a constant number of them, or a constant rate of arrivals. It has a mix of requests
// with checks, and thresholds.
internal sealed record Scenario
{
    private const int MostVirtualUsers = 1000;

    /// <summary>Also the name of its files.</summary>
    public string Name { get; set; } = "";

    /// <summary>Project to publish and start; null if <see cref="Url"/> is set.</summary>
    public string? Sample { get; set; }

    public IReadOnlyList<string> Switches { get; set; } = [];

    public Uri? Url { get; set; }

    /// <summary>Each stage changes the number of virtual users linearly up to its own.</summary>
    public IReadOnlyList<Stage> Stages { get; set; } = [];

    /// <summary>Number of virtual users without stages. At a rate, each sends its share of it.</summary>
    public int? VirtualUsers { get; set; }

    /// <summary>Former name of <see cref="VirtualUsers"/> in files.</summary>
    public int? Copies
    {
        set => VirtualUsers = value;
    }

    /// <summary>Arriving requests/s, independent of answers; null if virtual users wait for answers.</summary>
    public double? Rate { get; set; }

    /// <summary>Duration without stages and without the warm-up.</summary>
    public double? DurationSeconds { get; set; }

    /// <summary>Load at the start that no figure includes.</summary>
    public double WarmUpSeconds { get; set; }

    /// <summary>Each request is drawn by weight, unless requests have virtual users of their own.</summary>
    public IReadOnlyList<ScenarioRequest> Requests { get; set; } = [];

    public IReadOnlyList<string> Thresholds { get; set; } = [];

    [JsonIgnore]
    public double TotalSeconds => WarmUpSeconds + (Stages.Count > 0 ? Stages.Sum(stage => stage.Seconds) : DurationSeconds ?? 0);

    [JsonIgnore]
    public int MaxVirtualUsers => Stages.Count > 0 ? Stages.Max(stage => stage.VirtualUsers) : OwnUsers ?? VirtualUsers ?? 0;

    /// <summary>Virtual users of all requests together; null if requests have none of their own.</summary>
    [JsonIgnore]
    public int? OwnUsers => HasOwnUsers ? Requests.Sum(request => request?.VirtualUsers ?? 0) : null;

    private bool HasOwnUsers => Requests.Any(request => request?.VirtualUsers is not null);

    // Index of the request that each virtual user sends, interleaved so that arrivals at a rate alternate. Empty if requests are drawn.
    public IReadOnlyList<int> RequestsOfUsers()
    {
        var users = OwnUsers ?? 0;
        var given = new int[Requests.Count];
        var order = new List<int>();
        for (var user = 1; user <= users; user++)
        {
            // The request that is furthest below its share.
            var next = Enumerable.Range(0, given.Length).MaxBy(i => ((double)user * Requests[i].VirtualUsers!.Value / users) - given[i]);
            given[next]++;
            order.Add(next);
        }

        return order;
    }

    public static Scenario Read(InputFile file)
    {
        var scenario = PlanFile.Read(file, PlanContext.Default.Scenario, "scenario", scenario => scenario.Mistake());
        foreach (var threshold in scenario.Thresholds)
            Threshold.Parse(threshold);
        return scenario;
    }

    public IReadOnlyList<(double From, double To)> Spans(int user)
    {
        if (Stages.Count == 0)
            return [(0, 1000 * TotalSeconds)];
        var spans = new List<(double From, double To)>();
        // The warm-up has the virtual users of the end of the first stage.
        var (time, users) = (1000 * WarmUpSeconds, 0.0);
        if (WarmUpSeconds > 0 && user < Stages[0].VirtualUsers)
            spans.Add((0, time));
        var wanted = user + 1;
        foreach (var stage in Stages)
        {
            var (end, next) = (time + (1000 * stage.Seconds), (double)stage.VirtualUsers);
            // The moment at which the line from one number to the next reaches this virtual user's number.
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

    // As scenario.lua reads it.
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
        !PlanFile.IsName(Name) ? "name must be a valid file name."
        : Sample is null == Url is null ? "name the server to load: use either sample or url."
        : Url is not null && (!Url.IsAbsoluteUri || Url.Scheme != Uri.UriSchemeHttp || Url.PathAndQuery != "/" || Url.UserInfo.Length > 0)
            ? "url must be an address such as http://127.0.0.1:5000."
        : Url is not null && Switches.Count > 0 ? "switches cannot be combined with url."
        : Switches.Any(text => text is null) || Thresholds.Any(text => text is null) ? "a switch or a threshold is empty."
        : Stages.Count > 0 && (VirtualUsers is not null || Rate is not null || DurationSeconds is not null)
            ? "stages cannot be combined with virtualUsers, rate or durationSeconds."
        : Stages.Count == 0 && ((VirtualUsers is null && !HasOwnUsers) || DurationSeconds is null)
            ? "virtualUsers and durationSeconds are required without stages."
        : MistakeOfOwnUsers() is { } mistake ? mistake
        : Stages.Any(stage => stage is null || stage.Seconds is not (> 0 and <= 86_400) || stage.VirtualUsers < 0)
            ? "each stage needs seconds above 0 and virtualUsers of 0 or more."
        : MaxVirtualUsers is < 1 or > MostVirtualUsers ? $"the number of virtual users must be from 1 to {MostVirtualUsers}."
        : Rate is not null and not (>= 0.01 and <= 1_000_000) ? "rate must be 0.01 or more."
        : WarmUpSeconds is not (>= 0 and <= 3600) || TotalSeconds is not (>= 1 and <= 86_400)
            ? "the duration must be from one second to one day."
        : Requests.Count == 0 ? "requests must have at least one entry."
        : Requests.FirstOrDefault(request => request is not null && LoadRequest.IsUnreadable(request.Method)) is { } unreadable
            ? $"the method {unreadable.Method} cannot be used, because wrk cannot read its responses."
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
            ? "each request needs a path that begins with /, a method, a weight above 0 and a status to check."
        : Requests.Any(request => request.Name is { } name && string.IsNullOrWhiteSpace(name)) ? "the name of a request is empty."
        : Requests.GroupBy(request => request.Name).FirstOrDefault(same => same.Key is not null && same.Count() > 1) is { } twice
            ? $"two requests have the name '{twice.Key}'."
        : null;

    private string? MistakeOfOwnUsers()
    {
        if (!HasOwnUsers)
            return null;
        var given = Requests.OfType<ScenarioRequest>().ToArray();
        return Stages.Count > 0 ? "stages cannot be combined with virtualUsers of requests."
            : given.FirstOrDefault(request => request.VirtualUsers is null) is { } without
                ? $"{without.Label} has no virtualUsers, but other requests do. Set them for all requests, or for none."
            : given.FirstOrDefault(request => request.VirtualUsers < 1) is { } none
                ? $"{none.Label} has {none.VirtualUsers} virtualUsers. Use 1 or more, or remove the request."
            : given.FirstOrDefault(request => request.Weight != 1) is { } weighed
                ? $"{weighed.Label} has both virtualUsers and a weight. Remove one of them."
            : given.Sum(request => (long)request.VirtualUsers!.Value) is var sum && sum > MostVirtualUsers
                ? $"the requests have {sum} virtualUsers together. Use 1 to {MostVirtualUsers}."
            : VirtualUsers is { } total && total != sum
                ? $"virtualUsers is {total}, but the requests have {sum} together. Remove it, or make both equal."
            : null;
    }
}

/// <param name="VirtualUsers">At the end of the stage.</param>
internal sealed record Stage(double Seconds = 0, int VirtualUsers = 0)
{
    public int VirtualUsers { get; private set; } = VirtualUsers;

    /// <summary>Former name of <see cref="VirtualUsers"/> in files.</summary>
    public int Copies
    {
        set => VirtualUsers = value;
    }
}

internal sealed record ScenarioChecks
{
    public int Status { get; set; } = 200;

    /// <summary>The whole body; null if it is not checked.</summary>
    public string? BodyEquals { get; set; }

    public string? BodyContains { get; set; }
}
