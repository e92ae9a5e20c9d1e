namespace Bench.Runner;

/// <summary>What the projects of a build read and make, as they record it themselves. Disposing it removes the records.</summary>
/// <param name="folder">A folder that does not exist yet.</param>
internal sealed class RecordedInputs(string folder) : IDisposable
{
    /// <summary>The property that makes projects import a file; one that a project sets itself would be lost.</summary>
    public const string Import = "CustomAfterMicrosoftCommonTargets";

    private static readonly string Targets = Path.Combine(AppContext.BaseDirectory, "RecordInputs.targets");

    /// <summary>What MSBuild is told.</summary>
    public IEnumerable<string> Options =>
        [$"-p:{Import}={ProjectEvaluation.Escape(Targets)}", $"-p:BenchInputs={ProjectEvaluation.Escape(folder)}"];

    /// <summary>Null if no project recorded anything.</summary>
    public IReadOnlyList<string>? Files => Lines("project ") is { Count: > 0 } projects ? [.. projects, .. Lines("input ")] : null;

    public IReadOnlyList<string> Programs => Lines("program ");

    public void Dispose()
    {
        if (Directory.Exists(folder))
            Directory.Delete(folder, recursive: true);
    }

    private IReadOnlyList<string> Lines(string kind) =>
        !Directory.Exists(folder)
            ? []
            :
            [
                .. Directory
                    .EnumerateFiles(folder)
                    .SelectMany(File.ReadLines)
                    .Where(line => line.StartsWith(kind, StringComparison.Ordinal))
                    .Select(line => Path.GetFullPath(line[kind.Length..]))
                    .Distinct(StringComparer.Ordinal),
            ];
}
