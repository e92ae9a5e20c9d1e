using System.Collections;
using System.Reflection;

namespace Bench.Host;

/// <summary>Finds the benchmarks of a program through its own BenchmarkDotNet.</summary>
internal static class CaseList
{
    private const string Library = "BenchmarkDotNet";

    public static string Version
    {
        get
        {
            var version =
                LoadLibrary().GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
                ?? LoadLibrary().GetName().Version?.ToString()
                ?? "";
            // Old ones are stamped with four numbers, and call themselves by three in their JSON.
            return version.Split('.') is [var major, var minor, var patch, "0"] ? $"{major}.{minor}.{patch}" : version;
        }
    }

    public static IReadOnlyList<HostedCase> Find(Assembly program, string[] patterns, string[] categories, string? type)
    {
        var library = LoadLibrary();
        var filters = Filters(library, patterns, categories);
        return
        [
            .. Types(library, program)
                .Where(candidate => type is null || (candidate.FullName ?? candidate.Name) == type)
                .SelectMany(candidate => Cases(library, candidate))
                .Where(benchmark => benchmark.Fits(filters)),
        ];
    }

    /// <summary>
    /// The same benchmark with values of its own: what one benchmark does to a list that is its parameter, no other benchmark may see.
    /// </summary>
    public static HostedCase Renew(HostedCase benchmark) =>
        Cases(LoadLibrary(), benchmark.DeclaringType).ElementAtOrDefault(benchmark.NumberInType) is { } again
        && again.FullName == benchmark.FullName
            ? again
            : benchmark;

    private static IEnumerable<HostedCase> Cases(Assembly library, Type type)
    {
        var convert = library
            .GetType($"{Library}.Running.BenchmarkConverter", throwOnError: true)!
            .GetMethods()
            .First(method =>
                method.Name == "TypeToBenchmarks" && method.GetParameters() is [var first, ..] && first.ParameterType == typeof(Type)
            );
        var arguments = new object?[convert.GetParameters().Length];
        arguments[0] = type;
        return Reflected
            .Get<IEnumerable>(convert.Invoke(null, arguments)!, "BenchmarksCases")
            .Cast<object>()
            .Select((benchmark, i) => new HostedCase(benchmark, i));
    }

    private static List<object> Filters(Assembly library, string[] patterns, string[] categories)
    {
        var filters = new List<object>();
        if (patterns.Length > 0)
            filters.Add(Activator.CreateInstance(library.GetType($"{Library}.Filters.GlobFilter", throwOnError: true)!, [patterns])!);
        if (categories.Length > 0)
            filters.Add(
                Activator.CreateInstance(library.GetType($"{Library}.Filters.AnyCategoriesFilter", throwOnError: true)!, [categories])!
            );
        return filters;
    }

    // The program's own assembly; where that only starts the benchmarks of others, those.
    private static IReadOnlyList<Type> Types(Assembly library, Assembly program)
    {
        var own = Types(library, program.GetExportedTypes());
        return own.Count > 0
            ? own
            :
            [
                .. program
                    .GetReferencedAssemblies()
                    .Where(name => File.Exists(Path.Combine(AppContext.BaseDirectory, name.Name + ".dll")))
                    .Select(Assembly.Load)
                    .Where(assembly => assembly.GetReferencedAssemblies().Any(name => name.Name == $"{Library}.Annotations"))
                    .SelectMany(assembly => Types(library, assembly.GetExportedTypes())),
            ];
    }

    private static IReadOnlyList<Type> Types(Assembly library, Type[] exported)
    {
        Type[] withBenchmarks = [.. exported.Where(HasBenchmarks).OrderBy(type => type.FullName, StringComparer.Ordinal)];
        // Generic classes are closed by [GenericTypeArguments].
        var close = library
            .GetType($"{Library}.Helpers.GenericBenchmarksBuilder")
            ?.GetMethod("GetRunnableBenchmarks", BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic);
        return close?.Invoke(null, [withBenchmarks]) as Type[] ?? [.. withBenchmarks.Where(type => !type.IsGenericTypeDefinition)];
    }

    private static bool HasBenchmarks(Type type) =>
        type is { IsAbstract: false, IsClass: true }
        && type.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static)
            .Any(method =>
                method.GetCustomAttributes().Any(attribute => attribute.GetType().FullName == $"{Library}.Attributes.BenchmarkAttribute")
            );

    private static Assembly LoadLibrary()
    {
        try
        {
            return Assembly.Load(Library);
        }
        catch (Exception e) when (e is FileNotFoundException or FileLoadException)
        {
            throw new NotSupportedException("The program does not use BenchmarkDotNet.", e);
        }
    }
}
