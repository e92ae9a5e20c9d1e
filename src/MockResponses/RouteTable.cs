using System.Collections.Frozen;

namespace Bench.MockResponses;

/// <summary>The routes once they are fixed: a request looks at two references and one dictionary.</summary>
internal sealed class RouteTable
{
    private readonly Paths? get;
    private readonly Paths? post;
    private readonly FrozenDictionary<HttpMethod, Paths> methods;

    public RouteTable(Dictionary<HttpMethod, Dictionary<string, MockResponse>> routes, RequestLog? log)
    {
        Log = log;
        methods = routes.ToFrozenDictionary(method => method.Key, method => new Paths(method.Value));
        get = methods.GetValueOrDefault(HttpMethod.Get);
        post = methods.GetValueOrDefault(HttpMethod.Post);
    }

    public RequestLog? Log { get; }

    public MockResponse? Find(HttpMethod method, string pathAndQuery)
    {
        // Nearly every request has one of these two instances; one that is only equal to it takes the way of the others.
        Paths? paths =
            ReferenceEquals(method, HttpMethod.Get) ? get
            : ReferenceEquals(method, HttpMethod.Post) ? post
            : methods.GetValueOrDefault(method);
        return paths?.Find(pathAndQuery);
    }

    private sealed class Paths(Dictionary<string, MockResponse> routes)
    {
        private readonly FrozenDictionary<string, MockResponse> routes = routes.ToFrozenDictionary(StringComparer.Ordinal);

        public MockResponse? Find(string pathAndQuery)
        {
            if (routes.TryGetValue(pathAndQuery, out MockResponse? response))
                return response;

            int query = pathAndQuery.IndexOf('?');
            return query >= 0 && routes.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(pathAndQuery.AsSpan(0, query), out response)
                ? response
                : null;
        }
    }
}
