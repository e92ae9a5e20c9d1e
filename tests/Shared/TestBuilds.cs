using System.Collections;
using System.Runtime.CompilerServices;
using Bench.Runner;

namespace Bench.Tests;

/// <summary>
/// The build cache of tests, separate from the user's own. All test assemblies and runs share it, so that the measured programs are
/// built once.
/// </summary>
internal static class TestBuilds
{
    /// <summary>The folder with the cache and the sources of the programs in it.</summary>
    public static string Root { get; } =
        Path.Combine(
            Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.Create),
            "bench-tests"
        );

    /// <summary>
    /// The cache of the commands that tests run. They mostly build temporary repositories, which would push the programs that all tests
    /// measure out of the other cache.
    /// </summary>
    public static string CacheOfCommands { get; } = Path.Combine(Root, "commands");

    public static IProgramBuilder Builder { get; } = new ProgramBuilder(Variables(Path.Combine(Root, "builds")), _ => { });

    public static IProgramBuilder WithoutCache { get; } = new ProgramBuilder(Variables("off"), _ => { });

    /// <summary>The environment of this process, with a build cache in the given folder.</summary>
    public static Dictionary<string, string> Variables(string cache)
    {
        var variables = Environment
            .GetEnvironmentVariables()
            .Cast<DictionaryEntry>()
            .ToDictionary(variable => (string)variable.Key, variable => (string)variable.Value!, StringComparer.Ordinal);
        variables[BuildCache.FolderVariable] = cache;
        return variables;
    }

    // Applies to commands of tests too. Starting a compiler for each project would take most of a build.
    [ModuleInitializer]
    internal static void SetEnvironmentOfBuilds()
    {
        Environment.SetEnvironmentVariable(BuildCache.FolderVariable, CacheOfCommands);
        Environment.SetEnvironmentVariable("UseSharedCompilation", "true");
    }
}
