using System.Reflection;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Environments;
using BenchmarkDotNet.Filters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Parameters;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.CsProj;
using BenchmarkDotNet.Validators;

namespace Fixture;

/// <summary>Different forms of Main. A variable selects one of them.</summary>
internal static class Mains
{
    private static readonly Assembly Program = typeof(Mains).Assembly;
    private static readonly Type Rows = typeof(ConfiguredRows);
    private static readonly Type OtherRows = typeof(OtherConfiguredRows);

    public static async Task Run(string? shape, string[] args)
    {
        await Task.Yield();
        switch (shape)
        {
            case null:
                BenchmarkSwitcher.FromAssembly(Program).Run(args);
                break;
            case "switcher of an assembly":
                BenchmarkSwitcher.FromAssembly(Program).Run(args, Slow);
                break;
            case "switcher of types":
                BenchmarkSwitcher.FromTypes([Rows, OtherRows]).Run(args, Slow);
                break;
            case "runs all":
                BenchmarkSwitcher.FromTypes([Rows, OtherRows]).RunAll(Slow);
                break;
            case "runs all joined":
                BenchmarkSwitcher.FromTypes([Rows, OtherRows]).RunAllJoined(Slow);
                break;
            case "generic":
                BenchmarkRunner.Run<ConfiguredRows>(Slow);
                break;
            case "generic with arguments":
                BenchmarkRunner.Run<ConfiguredRows>(Slow, args);
                break;
            case "type":
                BenchmarkRunner.Run(Rows, Slow);
                break;
            case "types":
                BenchmarkRunner.Run([Rows, OtherRows], Slow);
                break;
            case "methods":
                BenchmarkRunner.Run(OtherRows, [OtherRows.GetMethod(nameof(OtherConfiguredRows.Two))!], Slow);
                break;
            case "converter":
                BenchmarkRunner.Run([BenchmarkConverter.TypeToBenchmarks(Rows, Slow)]);
                break;
            case "own cases":
                BenchmarkRunner.Run([WithOwnParameter(BenchmarkConverter.TypeToBenchmarks(Rows))]);
                break;
            case "debugs in process":
                BenchmarkRunner.Run(Rows, new DebugInProcessConfig());
                break;
            case "two jobs":
                BenchmarkRunner.Run(Rows, Config(Job.Default, Slowed("20")));
                break;
            case "job of an attribute":
                BenchmarkRunner.Run(OtherRows, Slow);
                break;
            case "filter":
                BenchmarkRunner.Run(Rows, Slow.AddFilter(OfSize(2)));
                break;
            case "validator that changes cases":
                BenchmarkRunner.Run(Rows, Slow.AddValidator(new CaseChanger()));
                break;
            case "several runs":
                BenchmarkRunner.Run(Rows, Slow);
                BenchmarkRunner.Run(OtherRows, Slow);
                BenchmarkRunner.Run(Rows, Slow);
                BenchmarkRunner.Run(Rows, Config(Slowed("30")));
                break;
            case "other framework":
                BenchmarkRunner.Run(Rows, Config(Job.Default.WithRuntime(CoreRuntime.Core80)));
                break;
            case "other toolchain":
                BenchmarkRunner.Run(Rows, Config(Job.Default.WithToolchain(CsProjCoreToolchain.NetCoreApp80)));
                break;
            case "build argument":
                BenchmarkRunner.Run(Rows, Config(Job.Default.WithArguments([new MsBuildArgument("/p:Other=true")])));
                break;
            case "build configuration":
                BenchmarkRunner.Run(Rows, Config(Job.Default.WithCustomBuildConfiguration("Checked")));
                break;
            case "first calls":
                BenchmarkRunner.Run(Rows, Config(Slowed("40").WithStrategy(RunStrategy.ColdStart)).AddFilter(OfSize(2)));
                break;
            case "pinned":
                BenchmarkRunner.Run(OtherRows, Config(Slowed("20").WithAffinity(1)));
                break;
            case "own arguments" when args is ["bench"]:
            case "waits for Enter" when Console.ReadLine() is null:
                BenchmarkRunner.Run(Rows, Slow);
                break;
            case "runs and exits":
                BenchmarkRunner.Run(Rows, Slow);
                Environment.Exit(3);
                break;
            case "exits":
                Environment.Exit(3);
                break;
            case "throws":
                throw new InvalidOperationException("no settings");
            case "runs and throws":
                BenchmarkRunner.Run(Rows, Slow);
                throw new InvalidOperationException("no results");
            case "asks until answered":
                while (Console.ReadLine() != "1")
                    Console.WriteLine("Which one?");
                break;
            case "hangs":
                await Task.Delay(Timeout.Infinite);
                break;
            case "runs and hangs":
                BenchmarkRunner.Run(Rows, Slow);
                Thread.Sleep(Timeout.Infinite);
                break;
            case "crashes":
                Environment.FailFast("out of order");
                break;
        }
    }

    private static ManualConfig Slow => Config(Slowed("20"));

    private static ManualConfig Config(params Job[] jobs) => ManualConfig.CreateEmpty().AddJob(jobs);

    private static Job Slowed(string milliseconds) => Job.Default.WithEnvironmentVariable("FIXTURE_MILLISECONDS", milliseconds);

    private static SimpleFilter OfSize(int size) => new(benchmark => benchmark.Parameters["Size"].Equals(size));

    private static BenchmarkRunInfo WithOwnParameter(BenchmarkRunInfo run) =>
        new(
            [
                BenchmarkCase.Create(
                    run.BenchmarksCases[0].Descriptor,
                    Job.Default,
                    new ParameterInstances([
                        new ParameterInstance(run.BenchmarksCases[0].Parameters.Items[0].Definition, 3, run.Config.SummaryStyle),
                    ]),
                    run.Config
                ),
            ],
            run.Type,
            run.Config
        );

    /// <summary>Gives every case another job, as an extension of BenchmarkDotNet may.</summary>
    private sealed class CaseChanger : IValidator
    {
        public bool TreatsWarningsAsErrors => false;

        public IEnumerable<ValidationError> Validate(ValidationParameters validationParameters)
        {
            var cases = (BenchmarkCase[])validationParameters.Benchmarks;
            for (var i = 0; i < cases.Length; i++)
                cases[i] = BenchmarkCase.Create(
                    cases[i].Descriptor,
                    Job.Default.WithId("Changed").Freeze(),
                    cases[i].Parameters,
                    cases[i].Config
                );
            return [];
        }
    }
}
