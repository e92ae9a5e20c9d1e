using System.CommandLine;
using System.Diagnostics;
using Bench.Comparison;
using Bench.Reporting;
using Bench.Results;
using Bench.Tandem;

namespace Bench;

/// <summary><c>bench versus</c>: the ways of one build against their baseline, in turns.</summary>
internal static class VersusCommand
{
    private static readonly Argument<string> Pattern = new("PATTERN") { Description = "Which rows, by their full names: * is any text." };
    private static readonly Option<string> Project = new("--project") { HelpName = "CSPROJ", Description = "The benchmark project. Default: benchmarks.", DefaultValueFactory = _ => "benchmarks" };
    private static readonly Option<int> Units = new("--units") { HelpName = "N", Description = "Units a row, of two process pairs each. Default: 3.", DefaultValueFactory = _ => 3 };
    private static readonly Option<string?> Output = new("--output") { HelpName = "FILE", Description = "Also keeps what was measured, as bench-results JSON: bench compare FILE reads it." };

    public static Command Create()
    {
        var command = new Command("versus", "Measures the ways of each category against its baseline, in two processes that take turns.") { Pattern, Project, Units, Output };
        command.SetAction(Run);
        return command;
    }

    private static int Run(ParseResult arguments)
    {
        try
        {
            return Versus(arguments);
        }
        catch (Exception e) when (e is ResultsException or UserError or TandemException)
        {
            return UserError.Report(e.Message);
        }
    }

    private static int Versus(ParseResult arguments)
    {
        if (arguments.GetValue(Units) < 2)
            throw new UserError("--units: a spread needs at least 2.");

        var assembly = Build(arguments.GetValue(Project)!);
        var pattern = new RowPattern(arguments.GetValue(Pattern)!);
        IReadOnlyList<HostedRow> rows;
        using (var side = Side.Start(assembly))
            rows = side.List();

        var pairs = rows.Where(row => !row.IsBaseline && pattern.Fits(new RowId(row.FullName, JobTraits.Default)))
            .Select(way => (Way: way, Baseline: rows.FirstOrDefault(row => row.IsBaseline && row.Group == way.Group)))
            .Where(pair => pair.Baseline is not null)
            .ToArray();
        if (pairs.Length == 0)
            throw new UserError($"'{pattern.Text}' fits no row that has a baseline.");

        var measured = pairs.Select((pair, i) => Measure(assembly, pair.Baseline!, pair.Way, arguments.GetValue(Units), $"{i + 1} of {pairs.Length}")).ToArray();
        var path = arguments.GetValue(Output) ?? Path.Combine(Path.GetTempPath(), $"bench-versus-{Environment.ProcessId}-bench-results.json");
        try
        {
            using (var stream = File.Create(path))
                BenchResults.Write(stream, ResultsKind.Paired, new RunEnvironment(), measured);
            var run = RunLoader.Load([[path]], Directory.GetCurrentDirectory())[0];
            var comparison = RunComparison.OfPaired(run, new ComparisonOptions { Today = DateOnly.FromDateTime(DateTime.UtcNow) });
            ConsoleReport.Write(Console.Out, !Console.IsOutputRedirected, comparison, Outcome.Of(comparison, new Strictness(MaxInconclusive: 1)), showAll: true);
            return measured.Any(row => row.Failure is not null) ? (int)ExitCode.Regressed : (int)ExitCode.Passed;
        }
        finally
        {
            if (arguments.GetValue(Output) is null)
                File.Delete(path);
        }
    }

    private static Row Measure(string assembly, HostedRow baseline, HostedRow way, int units, string progress)
    {
        Console.Error.WriteLine($"{progress}: {way.FullName} against {baseline.Method}");
        var row = new Row { Id = new RowId(way.FullName, JobTraits.Default), Type = way.Type, Method = way.Method, Parameters = way.Parameters, Places = [] };
        var reason = way.WhyNotSliced.Length > 0 ? way.WhyNotSliced : baseline.WhyNotSliced;
        if (reason.Length > 0)
            return Failed(row, $"can't be run in slices: {reason}");

        try
        {
            var measurement = new PairMeasurement(new Random());
            return new Row
            {
                Id = row.Id, Type = row.Type, Method = row.Method, Parameters = row.Parameters, Places = [],
                Units = [.. Enumerable.Range(0, units).Select(_ => measurement.Unit((assembly, baseline), (assembly, way)))],
            };
        }
        catch (TandemException e)
        {
            return Failed(row, e.Message);
        }
    }

    private static Row Failed(Row row, string reason) =>
        new() { Id = row.Id, Type = row.Type, Method = row.Method, Parameters = row.Parameters, Places = [], Failure = reason };

    private static string Build(string project)
    {
        var (exitCode, output) = Dotnet("build", project, "-c", "Release", "-nologo", "-v", "quiet");
        if (exitCode != 0)
            throw new UserError($"{project} does not build: {output.Split('\n').FirstOrDefault(line => line.Contains("error", StringComparison.Ordinal)) ?? output.Trim()}");

        var (_, path) = Dotnet("build", project, "-c", "Release", "-nologo", "-getProperty:TargetPath");
        return File.Exists(path.Trim()) ? path.Trim() : throw new UserError($"{project} has no program: {path.Trim()}");
    }

    private static (int ExitCode, string Output) Dotnet(params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo("dotnet", arguments) { RedirectStandardOutput = true })!;
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output);
    }
}
