using System.Collections;
using System.Runtime.CompilerServices;
using Bench.Runner;

namespace Bench.Tests;

/// <summary>
/// The build cache of tests, which is not the user's own. All test assemblies share it, from one run to the next: the programs that they
/// measure are built once.
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
    /// The cache of the commands that tests run. Most of their builds are of temporary repositories, and would push the programs that all
    /// tests measure out of the other one.
    /// </summary>
    public static string CacheOfCommands { get; } = Path.Combine(Root, "commands");

    /// <summary>What builds the programs of tests, and has them from the cache.</summary>
    public static IProgramBuilder Builder { get; } = new ProgramBuilder(Variables(Path.Combine(Root, "builds")), _ => { });

    /// <summary>What keeps nothing.</summary>
    public static IProgramBuilder WithoutCache { get; } = new ProgramBuilder(Variables("off"), _ => { });

    /// <summary>The environment of this process, with a build cache in that folder.</summary>
    public static Dictionary<string, string> Variables(string cache)
    {
        var variables = Environment
            .GetEnvironmentVariables()
            .Cast<DictionaryEntry>()
            .ToDictionary(variable => (string)variable.Key, variable => (string)variable.Value!, StringComparer.Ordinal);
        variables[BuildCache.FolderVariable] = cache;
        return variables;
    }

    // Also for the commands that tests start. A compiler that has to start for each project takes most of a build.
    [ModuleInitializer]
    internal static void SetEnvironmentOfBuilds()
    {
        Environment.SetEnvironmentVariable(BuildCache.FolderVariable, CacheOfCommands);
        Environment.SetEnvironmentVariable("UseSharedCompilation", "true");
    }
}
