using System.Text.Json;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using Bench.Processes;

namespace Bench.Runner;

internal static partial class BenchmarkProject
{
    /// <summary>The benchmark project of a repository: the one project file that is a program and refers to BenchmarkDotNet.</summary>
    /// <param name="folder">Where to look, with the folders below.</param>
    /// <exception cref="RunnerException">There is none, or more than one.</exception>
    public static string Find(string folder)
    {
        string[] found =
        [
            .. Directory
                .EnumerateFiles(
                    folder,
                    "*.??proj",
                    new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint }
                )
                .Where(path =>
                    !Path.GetRelativePath(folder, path)
                        .Split(Path.DirectorySeparatorChar)
                        .Any(part => part is "bin" or "obj" or "node_modules" || part.StartsWith('.'))
                )
                .Where(IsBenchmarkProgram)
                .Order(StringComparer.Ordinal),
        ];
        return found switch
        {
            [var only] => only,
            [] => throw new RunnerException($"no project in {folder} is a program that refers to BenchmarkDotNet: name it by --project."),
            _ => throw new RunnerException(
                $"there are {found.Length} benchmark projects ({string.Join(", ", found.Take(5).Select(path => Path.GetRelativePath(folder, path)))}): name one by --project."
            ),
        };
    }

    /// <summary>
    /// Builds a project as it would be measured, and copies the program: what is measured does not change when somebody builds again.
    /// </summary>
    /// <param name="project">The project file, or a folder that has one.</param>
    /// <param name="side">What it is, for messages: the baseline, the candidate.</param>
    /// <param name="destination">A folder that does not exist yet.</param>
    /// <param name="framework">The target framework, for projects with several; null for the only or newest one.</param>
    /// <param name="variables">Environment variables for the program's processes, NAME=VALUE.</param>
    /// <param name="property">A property of the build, NAME=VALUE; null for none.</param>
    /// <exception cref="RunnerException">It does not build, or is no program.</exception>
    public static BenchmarkProgram Build(
        string project,
        string side,
        string destination,
        string? framework,
        IReadOnlyList<string> variables,
        CancellationToken cancellationToken,
        string? property = null
    )
    {
        var folder = Directory.Exists(project) ? project : Path.GetDirectoryName(Path.GetFullPath(project))!;
        if (!Directory.Exists(project) && !File.Exists(project))
            throw new RunnerException($"{side} has no project {project}.");

        framework ??= Newest(Properties(project, folder, side, null, cancellationToken, "TargetFrameworks")["TargetFrameworks"]);
        // No server of the build stays behind to disturb what is measured.
        var build = Dotnet(
            folder,
            cancellationToken,
            [
                "build",
                project,
                "-c",
                "Release",
                "-nologo",
                "-v",
                "quiet",
                "-nodeReuse:false",
                "-p:UseSharedCompilation=false",
                .. Framework(framework),
                .. property is null ? Array.Empty<string>() : [$"-p:{property}"],
            ]
        );
        if (build.ExitCode != 0)
            throw new RunnerException($"{side} does not build: {FirstError(build)}");

        var properties = Properties(
            project,
            folder,
            side,
            framework,
            cancellationToken,
            "TargetPath",
            "OutputType",
            "SelfContained",
            "AssemblyName"
        );
        var path = properties["TargetPath"];
        if (properties["OutputType"] is not ("Exe" or "WinExe") || !File.Exists(path))
            throw new RunnerException($"{side}: {Path.GetFileName(project)} is no program.");

        Copy(Path.GetDirectoryName(path)!, destination);
        var isExecutable = properties["SelfContained"].Equals("true", StringComparison.OrdinalIgnoreCase);
        var file = isExecutable ? properties["AssemblyName"] + (OperatingSystem.IsWindows() ? ".exe" : "") : Path.GetFileName(path);
        return new BenchmarkProgram(Path.Combine(destination, file), isExecutable, variables);
    }

    private static bool IsBenchmarkProgram(string path)
    {
        try
        {
            var project = XDocument.Load(path);
            return project
                    .Descendants()
                    .Any(element =>
                        element.Name.LocalName == "PackageReference" && (string?)element.Attribute("Include") == "BenchmarkDotNet"
                    )
                && project
                    .Descendants()
                    .Any(element =>
                        element.Name.LocalName == "OutputType" && element.Value.Trim().EndsWith("Exe", StringComparison.OrdinalIgnoreCase)
                    );
        }
        catch (Exception e) when (e is XmlException or IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static Dictionary<string, string> Properties(
        string project,
        string folder,
        string side,
        string? framework,
        CancellationToken cancellationToken,
        params string[] names
    )
    {
        // A single property would be printed bare.
        var asked = names.Append("MSBuildProjectName");
        var answer = Dotnet(
            folder,
            cancellationToken,
            [
                "msbuild",
                project,
                "-nologo",
                "-p:Configuration=Release",
                $"-getProperty:{string.Join(',', asked)}",
                .. framework is null ? Array.Empty<string>() : [$"-p:TargetFramework={framework}"],
            ]
        );
        if (answer.ExitCode != 0)
            throw new RunnerException($"{side} is no project that can be built: {FirstError(answer)}");
        using var json = JsonDocument.Parse(answer.Output);
        return json
            .RootElement.GetProperty("Properties")
            .EnumerateObject()
            .ToDictionary(property => property.Name, property => property.Value.GetString() ?? "", StringComparer.Ordinal);
    }

    private static ChildProcess Dotnet(string folder, CancellationToken cancellationToken, string[] arguments) =>
        ChildProcess.Run("dotnet", folder, cancellationToken, arguments);

    private static string[] Framework(string? framework) => framework is null ? [] : ["-f", framework];

    private static string? Newest(string frameworks) =>
        frameworks
            .Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Where(framework => NetVersion().IsMatch(framework))
            .OrderByDescending(framework => Version.Parse(NetVersion().Match(framework).Groups[1].Value))
            .FirstOrDefault();

    private static string FirstError(ChildProcess build)
    {
        var lines = (build.Output + "\n" + build.Error).Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return lines.FirstOrDefault(line => ErrorText().IsMatch(line)) ?? lines.FirstOrDefault() ?? $"exit code {build.ExitCode}";
    }

    private static void Copy(string from, string to)
    {
        Directory.CreateDirectory(to);
        foreach (var folder in Directory.EnumerateDirectories(from, "*", SearchOption.AllDirectories))
            Directory.CreateDirectory(Path.Combine(to, Path.GetRelativePath(from, folder)));
        foreach (var file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
            File.Copy(file, Path.Combine(to, Path.GetRelativePath(from, file)));
    }

    [GeneratedRegex(@"^net(\d+\.\d+)$", RegexOptions.CultureInvariant)]
    private static partial Regex NetVersion();

    [GeneratedRegex(@"\berror\b", RegexOptions.CultureInvariant | RegexOptions.IgnoreCase)]
    private static partial Regex ErrorText();
}
