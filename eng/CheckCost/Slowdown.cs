using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Bench.Comparison;

namespace CheckCost;

/// <summary>
/// A benchmark that is made 10 % slower by the number of its calls: ten in the baseline, eleven in the candidate, for one case of the
/// method alone; its other cases run the same changed code, and ten calls of it.
/// </summary>
/// <param name="Benchmark">The full name of the case that gets slower, as reports have it.</param>
/// <param name="File">The source, from the root of the repository.</param>
/// <param name="Where">The condition in C# that holds for that case alone; null where the method has one case.</param>
internal sealed partial record Slowdown(string Benchmark, string File, string? Where)
{
    public static IReadOnlyList<Slowdown> All() =>
        JsonSerializer.Deserialize<Slowdown[]>(
            System.IO.File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "slowdowns.json")),
            new JsonSerializerOptions(JsonSerializerDefaults.Web)
        )!;

    /// <summary>All cases of its class, for <c>--filter</c>.</summary>
    public string Class => Member().Match(Benchmark).Groups["class"].Value + ".*";

    private string Method => Member().Match(Benchmark).Groups["method"].Value;

    /// <summary>Makes the method call what it measures ten times, and accepts that it will allocate more; to be committed.</summary>
    public void Prepare(string root)
    {
        AcceptAllocation(Path.Combine(root, Settings.FileName));
        var path = Path.Combine(root, File);
        System.IO.File.WriteAllText(path, WithCalls(System.IO.File.ReadAllText(path), 10, 10));
    }

    /// <summary>The source with the method calling what it measures several times.</summary>
    /// <param name="callsOfCase">How often in the case that gets slower.</param>
    /// <param name="calls">How often in the others.</param>
    public string WithCalls(string source, int callsOfCase, int calls)
    {
        var found = new Regex(
            $@"public (?<type>Task<(?<result>\w+)>|\w+(\[\])?) {Regex.Escape(Method)}\(\) => (?<call>[^;]+);",
            RegexOptions.CultureInvariant
        ).Match(source);
        if (!found.Success)
            throw new InvalidOperationException($"{File} has no method {Method} of one expression.");
        var isAsync = found.Groups["result"].Success;
        var type = found.Groups["type"].Value;
        var method = $$"""
            public {{(isAsync ? "async " : "")}}{{type}} {{Method}}()
                {
                    {{(isAsync ? found.Groups["result"].Value : type)}} result = default!;
                    var calls = {{Where ?? "true"}} ? {{Calls(callsOfCase)}} : {{calls}};
                    for (var i = 0; i < calls; i++)
                        result = {{(isAsync ? "await " : "")}}{{found.Groups["call"].Value}};
                    return result;
                }
            """;
        return source[..found.Index] + method + source[(found.Index + found.Length)..];
    }

    /// <summary>Eleven calls instead.</summary>
    public void Make(string root)
    {
        var path = Path.Combine(root, File);
        System.IO.File.WriteAllText(path, System.IO.File.ReadAllText(path).Replace(Calls(10), Calls(11), StringComparison.Ordinal));
    }

    // One call more allocates more, which fails before the time is known.
    private void AcceptAllocation(string path)
    {
        var settings = JsonNode.Parse(System.IO.File.ReadAllText(path))!.AsObject();
        settings["accepted"] = new JsonArray(
            new JsonObject
            {
                ["benchmark"] = Benchmark,
                ["metric"] = "allocation",
                ["reason"] = "its time is in question",
                ["until"] = "2099-12-31",
            }
        );
        System.IO.File.WriteAllText(path, settings.ToJsonString());
    }

    private static string Calls(int number) => FormattableString.Invariant($"{number} /* calls */");

    [GeneratedRegex(@"^(?<class>.*)\.(?<method>\w+)(\(.*)?$")]
    private static partial Regex Member();
}
