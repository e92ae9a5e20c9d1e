using System.Reflection;
using Bench.Processes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Environments;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;

namespace Bench.Harness.Running;

/// <summary>On which versions of .NET the classes with a <see cref="FrameworksAttribute"/> are measured.</summary>
/// <param name="asked">Those that <c>--runtimes</c> names, the first as the baseline; none for those of the attributes.</param>
internal sealed class Frameworks(IReadOnlyList<string> asked)
{
    private readonly Dictionary<string, string> missing = new(StringComparer.Ordinal);

    /// <summary>That of this process, and so of all classes without the attribute.</summary>
    public static string Own { get; } = FormattableString.Invariant($"net{Environment.Version.Major}.{Environment.Version.Minor}");

    /// <summary>What a framework is called in tables.</summary>
    public static string NameOf(string moniker) =>
        $".NET {(moniker.EndsWith(".0", StringComparison.Ordinal) ? moniker[3..^2] : moniker[3..])}";

    /// <exception cref="UsageException">A class can't be measured on a framework that was asked for.</exception>
    public void Check(IEnumerable<Type> types)
    {
        foreach (var type in types)
        {
            string[] can = [.. Of(type) ?? [Own]];
            if (asked.FirstOrDefault(moniker => !can.Contains(Normal(moniker))) is { } other)
                throw new UsageException(
                    $"--runtimes {HarnessArguments.Shorten(other)}: {type.FullName} runs on {string.Join(", ", can)} only. Leave --runtimes out, or filter for classes that run on it."
                );
        }
    }

    /// <summary>Finds out which of the frameworks that these classes need can be had here.</summary>
    /// <returns>What can't.</returns>
    public IReadOnlyList<LeftOut> FindMissing(IReadOnlyCollection<Type> types, Func<string, string?> whyNot)
    {
        var of = types.Where(type => Of(type) is not null).ToDictionary(type => type, Wanted);
        foreach (var moniker in of.Values.SelectMany(monikers => monikers).Distinct().Where(moniker => moniker != Own))
        {
            if (whyNot(moniker) is { } why)
                missing[moniker] = $"{NameOf(moniker)} is left out: {why}";
        }

        return
        [
            .. of.SelectMany(
                type => type.Value.Where(missing.ContainsKey),
                (type, moniker) => new LeftOut($"{type.Key.FullName}.*", missing[moniker])
            ),
        ];
    }

    /// <summary>The cases of a class, one on each framework that can be had; the first is the baseline.</summary>
    public BenchmarkRunInfo On(BenchmarkRunInfo info) =>
        Of(info.Type) is null
            ? info
            : new BenchmarkRunInfo(
                [
                    .. info.BenchmarksCases.SelectMany(benchmark =>
                        Wanted(info.Type).Except(missing.Keys).Select((moniker, i) => On(benchmark, moniker, isBaseline: i == 0))
                    ),
                ],
                info.Type,
                info.Config
            );

    /// <summary>Why a runtime can't be had; null where it can: a restored project answers, for only the package feed knows.</summary>
    public static string? WhyNot(string moniker)
    {
        // Below the program, so that the repository's package sources are those of the build.
        var folder = Directory.CreateDirectory(Path.Combine(AppContext.BaseDirectory, "frameworks", moniker)).FullName;
        File.WriteAllText(
            Path.Combine(folder, "Probe.csproj"),
            $"""
            <Project Sdk="Microsoft.NET.Sdk.Web">
              <PropertyGroup>
                <TargetFramework>{moniker}</TargetFramework>
                <SelfContained>true</SelfContained>
              </PropertyGroup>
            </Project>
            """
        );
        var restore = ChildProcess.Run("dotnet", folder, CancellationToken.None, "restore", "-nologo", "-nodeReuse:false");
        return restore.ExitCode == 0
            ? null
            : $"its runtime can't be restored from the package feed ({FirstError(restore.Output + restore.Error)}).";
    }

    private static string FirstError(string output) =>
        output
            .Split('\n')
            .FirstOrDefault(line => line.Contains(": error ", StringComparison.Ordinal))
            ?.Split(": error ", 2)[1]
            .Split(" [")[0]
            .Trim()
        ?? "dotnet restore failed";

    private IReadOnlyList<string> Wanted(Type type) => asked.Count > 0 ? [.. asked.Select(Normal).Distinct()] : Of(type)!;

    private static IReadOnlyList<string>? Of(Type type) => type.GetCustomAttribute<FrameworksAttribute>()?.Monikers;

    // BenchmarkDotNet knows net80, net8.0 and net10_0.
    private static string Normal(string moniker)
    {
        var version = string.Concat(moniker.Where(char.IsAsciiDigit));
        return version.Length > 1 && moniker.StartsWith("net", StringComparison.OrdinalIgnoreCase)
            ? $"net{version[..^1]}.{version[^1]}"
            : moniker;
    }

    private static BenchmarkCase On(BenchmarkCase benchmark, string moniker, bool isBaseline)
    {
        var job = new Job(NameOf(moniker), benchmark.Job).WithRuntime(
            moniker switch
            {
                "net8.0" => CoreRuntime.Core80,
                "net9.0" => CoreRuntime.Core90,
                "net10.0" => CoreRuntime.Core10_0,
                _ => CoreRuntime.CreateForNewVersion(moniker, $".NET {moniker[3..]}"),
            }
        );
        if (moniker != Own)
            job = job.WithArguments([
                .. job.Infrastructure.Arguments ?? [],
                new MsBuildArgument($"/p:BenchmarkFramework={moniker}"),
                // Its runtime need not be installed.
                new MsBuildArgument("/p:SelfContained=true"),
            ]);
        return BenchmarkCase.Create(
            benchmark.Descriptor,
            (isBaseline ? job.AsBaseline() : job).Freeze(),
            benchmark.Parameters,
            benchmark.Config
        );
    }
}
