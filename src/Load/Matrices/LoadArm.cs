using System.Text.Json;
using System.Text.Json.Serialization;

namespace Bench.Load;

internal sealed record LoadArm
{
    public string Name { get; set; } = "";

    public IReadOnlyList<string> Switches { get; set; } = [];

    public IReadOnlyDictionary<string, string> Environment { get; set; } = new Dictionary<string, string>();

    /// <summary>The project, as of the matrix; null for that of the matrix.</summary>
    public string? Sample { get; set; }

    /// <summary>The project file that is built for it. No file says so: a gate has one for each commit.</summary>
    [JsonIgnore]
    public string Project { get; set; } = "";

    /// <summary>The target framework that is built, where its project has several; null where there is no choice.</summary>
    [JsonIgnore]
    public string? Framework { get; set; }

    /// <summary>Properties of its build. With another framework it is published self-contained.</summary>
    public IReadOnlyDictionary<string, string> Properties { get; set; } = new Dictionary<string, string>();

    /// <summary>
    /// What the server must say at <c>/health</c>, name by name: a setting without effect would be measured as if it had one.
    /// </summary>
    public IReadOnlyDictionary<string, JsonElement> Expect { get; set; } = new Dictionary<string, JsonElement>();

    /// <summary>What the headers of an answer must hold, name by name: where the server says nothing at <c>/health</c>.</summary>
    public IReadOnlyDictionary<string, string> ExpectHeaders { get; set; } = new Dictionary<string, string>();
}
