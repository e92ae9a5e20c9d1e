using System.Text.Json;
using System.Text.Json.Serialization;

namespace Bench.Load;

internal sealed record LoadVariant
{
    public string Name { get; set; } = "";

    public IReadOnlyList<string> Switches { get; set; } = [];

    public IReadOnlyDictionary<string, string> Environment { get; set; } = new Dictionary<string, string>();

    /// <summary>Project folder or file, as in the matrix; null for that of the matrix.</summary>
    public string? Sample { get; set; }

    /// <summary>Project file to build. It is not in the plan, because a gate has one per commit.</summary>
    [JsonIgnore]
    public string Project { get; set; } = "";

    /// <summary>Target framework to build if the project has several; null otherwise.</summary>
    [JsonIgnore]
    public string? Framework { get; set; }

    /// <summary>Properties of the build. If one of them sets a framework, the program is published self-contained.</summary>
    public IReadOnlyDictionary<string, string> Properties { get; set; } = new Dictionary<string, string>();

    // Expected properties of the JSON at `/health`. Without them, a setting without effect would be measured as if it had one.
    public IReadOnlyDictionary<string, JsonElement> Expect { get; set; } = new Dictionary<string, JsonElement>();

    /// <summary>Text that headers of an answer must contain, for servers without <c>/health</c>.</summary>
    public IReadOnlyDictionary<string, string> ExpectHeaders { get; set; } = new Dictionary<string, string>();
}
