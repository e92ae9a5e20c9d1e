using System.Text.Json.Nodes;
using Bench.Load;
using Lab.Trials;

namespace Lab.LoadTruth;

/// <summary>A matrix, its variants loaded interleaved and each alone.</summary>
/// <param name="Name">That of its file.</param>
internal sealed record MeasuredTwice(string Name, MatrixResult Interleaved, MatrixResult Alone)
{
    private const string Why = "the truth that interleaved variants are compared with";

    /// <summary>The names of the matrices.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        .. Directory
            .EnumerateFiles(DataFile.PathOf("LoadTruth/matrices"))
            .Select(file => Path.GetFileNameWithoutExtension(file)!)
            .Order(StringComparer.Ordinal),
    ];

    /// <summary>Measures what the folder lacks of a matrix.</summary>
    public static void Measure(string name, LoadTruthOptions options, string folder, Context context)
    {
        using var clone = new ThrowAwayClone(context);
        AddCosts(clone.Root);
        foreach (var isAlone in new[] { false, true })
        {
            var measured = PathOf(folder, name, isAlone);
            var plan = Path.Combine(clone.Folder, Path.ChangeExtension(Path.GetFileName(measured), ".plan"));
            File.WriteAllText(plan, Plan(Path.GetFileNameWithoutExtension(measured), isAlone));
            clone
                .Bench(["load", "matrix", plan, "--artifacts", folder, .. File.Exists(measured) ? new[] { "--resume" } : []])
                .Ensure(name, 0);
        }

        // The commit is part of the plan: what another one began is not gone on with.
        string Plan(string title, bool isAlone)
        {
            var matrix = JsonNode.Parse(File.ReadAllText(DataFile.PathOf($"LoadTruth/matrices/{name}.json")))!.AsObject();
            matrix["name"] = title;
            matrix["question"] = $"{matrix["question"]} Commit {clone.Commit}.";
            matrix["rounds"] = options.Rounds;
            matrix["warmUpSeconds"] = options.WarmUpSeconds;
            matrix["durationSeconds"] = isAlone ? options.AloneSeconds : options.InterleavedSeconds;
            matrix["alone"] = isAlone ? Why : null;
            return matrix.ToJsonString();
        }
    }

    /// <summary>All that a folder has both ways of.</summary>
    public static IEnumerable<MeasuredTwice> ReadAll(string folder)
    {
        foreach (var name in Names)
        {
            var (interleaved, alone) = (PathOf(folder, name, isAlone: false), PathOf(folder, name, isAlone: true));
            if (File.Exists(interleaved) && File.Exists(alone))
                yield return new MeasuredTwice(name, MatrixResult.Read(interleaved), MatrixResult.Read(alone));
        }
    }

    private static string PathOf(string folder, string name, bool isAlone) =>
        Path.Combine(folder, $"{name}-{(isAlone ? "alone" : "interleaved")}.json");

    // An endpoint of the minimal sample that costs what the environment says.
    private static void AddCosts(string root)
    {
        const string sample = "samples/MinimalApi";
        File.Copy(DataFile.PathOf("LoadTruth/Cost.cs"), Path.Combine(root, sample, "Cost.cs"));
        new Edit(
            "the costs",
            $"{sample}/MinimalApiApp.cs",
            "() => \"response\"",
            "Cost.Of(Environment.GetEnvironmentVariable(\"COST\"))"
        ).Make(root);
    }
}
