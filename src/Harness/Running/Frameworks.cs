using System.Reflection;
using Bench.Processes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Environments;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;

namespace Bench.Harness.Running;

/// <summary>Versions of .NET for the classes with a <see cref="FrameworksAttribute"/>.</summary>
/// <param name="asked">Values of <c>--runtimes</c>, the first as the baseline; empty for those of the attributes.</param>
internal sealed class Frameworks(IReadOnlyList<string> asked)
{
    private readonly Dictionary<string, string> missing = new(StringComparer.Ordinal);

    // The framework of this process is also that of all classes without the attribute.
    public static string Own { get; } = FormattableString.Invariant($"net{Environment.Version.Major}.{Environment.Version.Minor}");

    public static string NameOf(string moniker) =>
        $".NET {(moniker.EndsWith(".0", StringComparison.Ordinal) ? moniker[3..^2] : moniker[3..])}";

    public void Check(IEnumerable<Type> types)
    {
        foreach (var type in types)
        {
            string[] can = [.. Of(type) ?? [Own]];
            if (asked.FirstOrDefault(moniker => !can.Contains(Normal(moniker))) is { } other)
                throw new UsageException(
                    $"--runtimes {HarnessArguments.Shorten(other)}: {type.FullName} runs on {string.Join(", ", can)} only. Remove --runtimes, or filter for classes that run on it."
                );
        }
    }

    /// <returns>Benchmarks whose framework is not available here.</returns>
    public IReadOnlyList<LeftOut> FindMissing(IReadOnlyCollection<Type> types, Func<string, string?> whyNot)
    {
        var of = types.Where(type => Of(type) is not null).ToDictionary(type => type, Wanted);
        foreach (var moniker in of.Values.SelectMany(monikers => monikers).Distinct().Where(moniker => moniker != Own))
        {
            if (whyNot(moniker) is { } why)
                missing[moniker] = $"{NameOf(moniker)} is skipped: {why}";
        }

        return
        [
            .. of.SelectMany(
                type => type.Value.Where(missing.ContainsKey),
                (type, moniker) => new LeftOut($"{type.Key.FullName}.*", missing[moniker])
            ),
        ];
    }

    // The first available framework is the baseline.
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

    // Null if the runtime is available. Only the package feed knows that, so a project is restored.
    public static string? WhyNot(string moniker)
    {
        // Below the program, so that the repository's package sources apply, as in the build.
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
            : $"its runtime cannot be restored from the package feed ({FirstError(restore.Output + restore.Error)}).";
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

    // BenchmarkDotNet accepts net80, net8.0 and net10_0.
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
