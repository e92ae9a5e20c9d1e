using System.Collections;
using System.Reflection;

namespace Bench.Host;

/// <summary>Finds the benchmarks of a program through the program's own BenchmarkDotNet.</summary>
internal static class CaseList
{
    private const string Library = "BenchmarkDotNet";

    private static readonly Dictionary<Type, HashSet<string>> NamesByType = [];

    public static string Version
    {
        get
        {
            var version = LoadLibrary().GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
                ?? LoadLibrary().GetName().Version?.ToString()
                ?? "";
            // Old versions have four numbers in the assembly and three in their JSON.
            return version.Split('.') is [var major, var minor, var patch, "0"] ? $"{major}.{minor}.{patch}" : version;
        }
    }

    public static IReadOnlyList<HostedCase> FromAttributes(Assembly program) => FromMain(program, []);

    // Cases as Main handed them to BenchmarkDotNet. Types that Main did not run come with the cases of their attributes.
    public static IReadOnlyList<HostedCase> FromMain(Assembly program, IReadOnlyList<HostedCase> handed)
    {
        var library = LoadLibrary();
        var ofMain = handed.ToLookup(benchmark => benchmark.DeclaringType);
        return
        [
            .. Types(library, program)
                .Union(ofMain.Select(cases => cases.Key))
                .SelectMany(type =>
                    ofMain.Contains(type) ? ofMain[type].Concat(Dropped(library, type, ofMain[type])) : Cases(library, type)
                ),
        ];
    }

    // BenchmarkDotNet silently drops cases that it cannot build here. They are listed from their attributes, with the reason.
    private static IEnumerable<HostedCase> Dropped(Assembly library, Type type, IEnumerable<HostedCase> handed)
    {
        var known = handed.Select(benchmark => benchmark.Name).ToHashSet();
        return Cases(library, type).Where(benchmark => benchmark.Job.UnsupportedReason is not null && !known.Contains(benchmark.Name));
    }

    // Empty if the program lacks the type.
    public static IReadOnlyList<HostedCase> OfType(string qualifiedName) =>
        Type.GetType(qualifiedName) is { } type ? [.. Cases(LoadLibrary(), type)] : [];

    // A process that does not run Main finds cases by their attributes only.
    public static bool IsKnownByAttributes(HostedCase benchmark)
    {
        if (!NamesByType.TryGetValue(benchmark.DeclaringType, out var names))
            NamesByType[benchmark.DeclaringType] = names = [
                .. Cases(LoadLibrary(), benchmark.DeclaringType).Select(other => other.FullName),
            ];
        return names.Contains(benchmark.FullName);
    }

    public static IReadOnlyList<HostedCase> Filter(IReadOnlyList<HostedCase> cases, string[] patterns, string[] categories)
    {
        var filters = Filters(LoadLibrary(), patterns, categories);
        return [.. cases.Where(benchmark => benchmark.Fits(filters))];
    }

    // Creates the case again with fresh parameter values: a benchmark may change a list that is its parameter, and no other may see that.
    public static HostedCase Renew(HostedCase benchmark) =>
        benchmark.NumberInType is { } number
        && Cases(LoadLibrary(), benchmark.DeclaringType).ElementAtOrDefault(number) is { } again
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

    // The program's own benchmarks. If it has none, those of the assemblies that it references.
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
        var attribute = Assembly.Load($"{Library}.Annotations").GetType($"{Library}.Attributes.BenchmarkAttribute", throwOnError: true)!;
        Type[] withBenchmarks =
        [
            .. exported.Where(type => HasMethodsWith(attribute, type)).OrderBy(type => type.FullName, StringComparer.Ordinal),
        ];
        // BenchmarkDotNet closes generic classes by their [GenericTypeArguments].
        var close = library
            .GetType($"{Library}.Helpers.GenericBenchmarksBuilder")
            ?.GetMethod("GetRunnableBenchmarks", BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic);
        return close?.Invoke(null, [withBenchmarks]) as Type[] ?? [.. withBenchmarks.Where(type => !type.IsGenericTypeDefinition)];
    }

    // Does not create the attributes, because some cannot be created on every system. BenchmarkDotNet 0.16 itself has methods with such
    // attributes.
    private static bool HasMethodsWith(Type attribute, Type type) =>
        type is { IsAbstract: false, IsClass: true }
        && type.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static)
            .Any(method => method.IsDefined(attribute, inherit: true));

    public static Assembly LoadLibrary()
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
