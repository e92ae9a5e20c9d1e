using System.Collections.Frozen;
using Paths = System.Collections.Frozen.FrozenDictionary<string, Bench.MockResponses.MockResponse>.AlternateLookup<System.ReadOnlySpan<char>>;

namespace Bench.MockResponses;

internal sealed class RouteTable(Dictionary<HttpMethod, Dictionary<string, MockResponse>> routes)
{
    private readonly FrozenDictionary<HttpMethod, Paths> _methods = routes.ToFrozenDictionary(
        method => method.Key,
        method => method.Value.ToFrozenDictionary(StringComparer.Ordinal).GetAlternateLookup<ReadOnlySpan<char>>());

    public MockResponse? Find(HttpMethod method, ReadOnlySpan<char> pathAndQuery)
    {
        if (!_methods.TryGetValue(method, out Paths paths))
            return null;
        if (paths.TryGetValue(pathAndQuery, out MockResponse? response))
            return response;

        int query = pathAndQuery.IndexOf('?');
        return query >= 0 && paths.TryGetValue(pathAndQuery[..query], out response) ? response : null;
    }
}
