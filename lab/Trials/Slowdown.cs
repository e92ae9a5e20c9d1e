using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Bench.Comparison;

namespace Lab.Trials;

/// <summary>
/// Makes one case of a benchmark 10% slower by its number of calls: ten in the baseline, eleven in the candidate. Its other cases
/// run the same changed code with ten calls.
/// </summary>
/// <param name="Benchmark">The full name, as in reports, of the case that gets slower.</param>
/// <param name="File">The source, relative to the root of the repository.</param>
/// <param name="Where">The C# condition that holds only for that case; null if the method has one case.</param>
internal sealed partial record Slowdown(string Benchmark, string File, string? Where)
{
    public static IReadOnlyList<Slowdown> All() => DataFile.Read<Slowdown>("Trials/slowdowns.json");

    /// <summary>All cases of its class, for <c>--filter</c>.</summary>
    public string Class => Member().Match(Benchmark).Groups["class"].Value + ".*";

    private string Method => Member().Match(Benchmark).Groups["method"].Value;

    /// <summary>Prepares the baseline, which the caller commits: ten calls, and accepted additional allocation.</summary>
    public void Prepare(string root)
    {
        AcceptAllocation(Path.Combine(root, Settings.FileName));
        var path = Path.Combine(root, File);
        System.IO.File.WriteAllText(path, WithCalls(System.IO.File.ReadAllText(path), 10, 10));
    }

    /// <summary>The source with a method that calls the measured code several times.</summary>
    /// <param name="callsOfCase">The calls of the case that gets slower.</param>
    /// <param name="calls">The calls of the other cases.</param>
    public string WithCalls(string source, int callsOfCase, int calls)
    {
        var found = new Regex(
            $@"public (?<type>Task<(?<result>\w+)>|\w+(\[\])?) {Regex.Escape(Method)}\(\) => (?<call>[^;]+);",
            RegexOptions.CultureInvariant
        ).Match(source);
        if (!found.Success)
            throw new BenchException($"{File} has no method {Method} of one expression.");
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

    public void Make(string root)
    {
        var path = Path.Combine(root, File);
        System.IO.File.WriteAllText(path, System.IO.File.ReadAllText(path).Replace(Calls(10), Calls(11), StringComparison.Ordinal));
    }

    // The additional call allocates, which would fail the check before the time is known.
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
