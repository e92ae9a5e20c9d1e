using System.Text.Json;
using System.Text.RegularExpressions;

namespace Bench.Runner;

// Evaluates all projects in one MSBuild process, because starting one takes longer than evaluating most projects.
internal static partial class ProjectEvaluation
{
    private static readonly string Evaluator = Path.Combine(AppContext.BaseDirectory, "EvaluateProjects.proj");

    // The folder's global.json selects the SDK. Projects are full paths.
    public static EvaluatedProjects Run(SdkProcess sdk, string folder, IEnumerable<string> projects, CancellationToken cancellationToken)
    {
        var names = projects.Select(project => Escape(Path.GetRelativePath(folder, project)));
        var answer = sdk.Run(
            folder,
            cancellationToken,
            [
                "msbuild",
                Evaluator,
                "-nologo",
                "-nodeReuse:false",
                $"-p:Folder={Escape(folder)}",
                $"-p:Projects=\"{string.Join(';', names)}\"",
                "-getTargetResult:Evaluate",
            ]
        );
        return new EvaluatedProjects(Parse(answer.Output), BuildErrors.First(answer));
    }

    internal static IReadOnlyList<EvaluatedProject> Parse(string output) =>
        BuildAnswer.Find(output, "TargetResults") is { } results
            ?
            [
                .. results
                    .GetProperty("Evaluate")
                    .GetProperty("Items")
                    .EnumerateArray()
                    .GroupBy(item => Text(item, "FullPath"), StringComparer.Ordinal)
                    .Select(group => new EvaluatedProject(group.Key, [.. group.Select(Framework)])),
            ]
            : [];

    private static EvaluatedFramework Framework(JsonElement item) =>
        new(
            Text(item, "Framework"),
            Text(item, "Identifier") == ".NETCoreApp" ? NumberOf(Text(item, "Version")) : null,
            NumberOf(Text(item, "NewestVersion")),
            Text(item, "Platform") is { Length: > 0 } platform ? platform : null,
            Text(item, "OutputType"),
            Several(item, "Packages"),
            Several(item, "References")
        );

    private static Version? NumberOf(string text) => System.Version.TryParse(text.TrimStart('v'), out var version) ? version : null;

    private static string[] Several(JsonElement item, string name) =>
        Text(item, name).Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    private static string Text(JsonElement item, string name) => item.TryGetProperty(name, out var value) ? value.GetString() ?? "" : "";

    internal static string Escape(string path) => Special().Replace(path, match => $"%{(int)match.Value[0]:X2}");

    [GeneratedRegex("[%*?@$();,'\"]", RegexOptions.CultureInvariant)]
    private static partial Regex Special();
}
