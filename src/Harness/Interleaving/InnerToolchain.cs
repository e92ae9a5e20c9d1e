using System.Reflection;
using System.Runtime.Versioning;
using BenchmarkDotNet.Environments;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains;
using BenchmarkDotNet.Toolchains.CsProj;
using BenchmarkDotNet.Toolchains.DotNetCli;

namespace Bench.Harness.Interleaving;

internal static class InnerToolchain
{
    /// <param name="benchmark">The case.</param>
    /// <param name="toolchain">The toolchain that BenchmarkDotNet would use; null if the case cannot be interleaved.</param>
    /// <returns>Why the case cannot be interleaved; null if it can.</returns>
    public static string? Find(BenchmarkCase benchmark, out IToolchain? toolchain)
    {
        toolchain = null;
        if (benchmark.Job.Run.MemoryRandomization)
            return "its job uses memory randomization, which repeats the setup during the slices of others";
        if (benchmark.Job.HasValue(InfrastructureMode.EngineFactoryCharacteristic))
            return "its job has its own engine factory";
        // Options such as --runtimes also set a toolchain.
        if (benchmark.Job.Environment.Runtime is not (null or CoreRuntime or ClrRuntime))
            return $"its job uses {benchmark.Job.Environment.Runtime}, whose processes are not started like those of .NET";
        if (benchmark.Job.Infrastructure.TryGetToolchain(out var own))
        {
            if (own.IsInProcess)
                return $"its job uses {own.Name}, which does not start a process";
            toolchain = own;
            return null;
        }

        toolchain = benchmark.Job.Environment.Runtime switch
        {
            null => CsProjCoreToolchain.From(
                new NetCoreAppSettings(
                    OwnMoniker(benchmark.Descriptor.Type.Assembly),
                    null,
                    $".NET {Environment.Version.Major}.{Environment.Version.Minor}"
                )
            ),
            CoreRuntime core => CsProjCoreToolchain.From(new NetCoreAppSettings(core.MsBuildMoniker, null, core.Name)),
            var framework => CsProjClassicNetToolchain.From(framework.MsBuildMoniker),
        };
        return null;
    }

    private static string OwnMoniker(Assembly program)
    {
        var moniker = $"net{Environment.Version.Major}.{Environment.Version.Minor}";
        return program.GetCustomAttribute<TargetPlatformAttribute>()?.PlatformName is { Length: > 0 } platform
            ? $"{moniker}-{platform.ToLowerInvariant()}"
            : moniker;
    }
}
