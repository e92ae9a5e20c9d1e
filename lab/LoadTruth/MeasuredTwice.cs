using System.Globalization;
using System.Text.Json.Nodes;
using Bench.Eng;
using Bench.Load;

namespace LoadTruth;

/// <param name="InterleavedSeconds">How long each arm is loaded per round, interleaved with the others.</param>
/// <param name="AloneSeconds">How long each arm is loaded per round, alone.</param>
internal sealed record TruthSettings(int Rounds, double WarmUpSeconds, double InterleavedSeconds, double AloneSeconds);

/// <summary>A matrix whose arms were loaded interleaved, and each alone.</summary>
/// <param name="Name">The name of the matrix's file.</param>
internal sealed record MeasuredTwice(string Name, MatrixResult Interleaved, MatrixResult Alone)
{
    private const string Why = "the truth that interleaved arms are compared with";

    public static IReadOnlyList<string> Names { get; } =
        [
            .. Directory
                .EnumerateFiles(Path.Combine(AppContext.BaseDirectory, "matrices"))
                .Select(file => Path.GetFileNameWithoutExtension(file)!)
                .Order(StringComparer.Ordinal),
        ];

    public static void Measure(string name, TruthSettings settings, string folder, CancellationToken cancellationToken)
    {
        using var clone = new ThrowAwayClone("load-truth-", cancellationToken);
        AddCosts(clone.Root);
        foreach (var isAlone in new[] { false, true })
        {
            var measured = PathOf(folder, name, isAlone);
            var plan = Path.Combine(clone.Folder, Path.ChangeExtension(Path.GetFileName(measured), ".plan"));
            File.WriteAllText(plan, Plan(Path.GetFileNameWithoutExtension(measured), isAlone));
            var bench = clone.Bench(["load", "matrix", plan, "--directory", folder, .. File.Exists(measured) ? new[] { "--resume" } : []]);
            if (bench.ExitCode != 0)
                throw new InvalidOperationException(
                    string.Create(CultureInfo.InvariantCulture, $"{name}: exit code {bench.ExitCode}: {bench.Error}")
                );
        }

        // The commit is part of the plan, so that a run of another commit is not continued.
        string Plan(string title, bool isAlone)
        {
            var matrix = JsonNode
                .Parse(File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "matrices", $"{name}.json")))!
                .AsObject();
            matrix["name"] = title;
            matrix["question"] = $"{matrix["question"]} Commit {clone.Commit}.";
            matrix["rounds"] = settings.Rounds;
            matrix["warmUpSeconds"] = settings.WarmUpSeconds;
            matrix["durationSeconds"] = isAlone ? settings.AloneSeconds : settings.InterleavedSeconds;
            matrix["alone"] = isAlone ? Why : null;
            return matrix.ToJsonString();
        }
    }

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

    // Adds an endpoint to the minimal sample whose cost an environment variable sets.
    private static void AddCosts(string root)
    {
        const string sample = "samples/MinimalApi";
        File.Copy(Path.Combine(AppContext.BaseDirectory, "Cost.cs"), Path.Combine(root, sample, "Cost.cs"));
        new Edit("the costs", $"{sample}/MinimalApiApp.cs", "() => \"response\"", "Cost.Of(Environment.GetEnvironmentVariable(\"COST\"))").Make(
            root
        );
    }
}
