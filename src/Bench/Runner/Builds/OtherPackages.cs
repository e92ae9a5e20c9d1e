using System.Text;
using System.Text.Json;

namespace Bench.Runner;

/// <summary>Makes all projects of a build use other versions of some packages.</summary>
internal static class OtherPackages
{
    // MSBuild imports this file last, so that no project can override it.
    private const string Import = "CustomAfterDirectoryBuildTargets";

    private const int MaxNamed = 8;

    /// <param name="file">Is written for this build.</param>
    public static IEnumerable<string> Options(IReadOnlyList<PackageVersion> packages, string file)
    {
        if (packages.Count == 0)
            return [];
        File.WriteAllText(file, Targets(packages));
        return [$"-p:{Import}={ProjectEvaluation.Escape(file)}"];
    }

    // Throws RunnerException if the build used another version, or does not use the package at all. NuGet does not report either.
    /// <param name="assetsFile">NuGet's list of the resolved packages.</param>
    public static void EnsureUsed(ProgramRequest request, string assetsFile)
    {
        if (request.Packages.Count == 0)
            return;
        using var assets = JsonDocument.Parse(File.ReadAllText(assetsFile));
        var used = assets
            .RootElement.GetProperty("libraries")
            .EnumerateObject()
            .Where(library => library.Value.GetProperty("type").ValueEquals("package"))
            .Select(library => library.Name.Split('/'))
            .ToLookup(parts => parts[0], parts => parts[1], StringComparer.OrdinalIgnoreCase);
        var project = Path.GetFileName(request.Project.Path);
        foreach (var package in request.Packages)
        {
            if (!used.Contains(package.Name))
                throw new RunnerException(
                    $"--package {package}: {project} does not use the package {package.Name}. It refers to {Named(Direct(assets.RootElement))}."
                );
            if (!used[package.Name].Any(package.IsVersion))
                throw new RunnerException(
                    $"--package {package}: {project} still uses {package.Name} {string.Join(", ", used[package.Name])}, because none of its projects refers to the package directly. Add a PackageReference, or upgrade the package that depends on it."
                );
        }
    }

    private static string[] Direct(JsonElement assets) =>
        [
            .. assets
                .GetProperty("project")
                .GetProperty("frameworks")
                .EnumerateObject()
                .Where(framework => framework.Value.TryGetProperty("dependencies", out _))
                .SelectMany(framework => framework.Value.GetProperty("dependencies").EnumerateObject())
                .Select(package => package.Name)
                .Distinct(StringComparer.OrdinalIgnoreCase),
        ];

    private static string Named(string[] names) =>
        names.Length == 0 ? "no package directly"
        : names.Length <= MaxNamed ? string.Join(", ", names)
        : $"{string.Join(", ", names.Take(MaxNamed))} and {names.Length - MaxNamed} more";

    // An exact range, because NuGet would replace a version that the feed lacks by a higher one.
    private static string Targets(IReadOnlyList<PackageVersion> packages)
    {
        const string central = "'$(ManagePackageVersionsCentrally)' == 'true'";
        var text = new StringBuilder("<Project>\n  <ItemGroup>\n");
        foreach (var (name, version) in packages)
            text.Append(
                $"""
                    <PackageVersion Update="{name}" Version="[{version}]" />
                    <PackageReference Update="{name}">
                      <VersionOverride Condition="{central} and '%(VersionOverride)' != ''">[{version}]</VersionOverride>
                      <Version Condition="!({central})">[{version}]</Version>
                    </PackageReference>

                """
            );
        return text.Append("  </ItemGroup>\n</Project>\n").ToString();
    }
}
