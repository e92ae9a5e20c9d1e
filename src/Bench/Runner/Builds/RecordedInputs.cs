namespace Bench.Runner;

// The projects of a build record what they read and produce. Disposing removes the records. The folder must not exist yet.
internal sealed class RecordedInputs(string folder) : IDisposable
{
    // Makes projects import a file. It would override the property of a project that sets it itself.
    public const string Import = "CustomAfterMicrosoftCommonTargets";

    private static readonly string Targets = Path.Combine(AppContext.BaseDirectory, "RecordInputs.targets");

    public IEnumerable<string> Options =>
        [$"-p:{Import}={ProjectEvaluation.Escape(Targets)}", $"-p:BenchInputs={ProjectEvaluation.Escape(folder)}"];

    // Null if no project recorded anything.
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
