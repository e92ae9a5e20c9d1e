using System.Reflection;
using Bench.Results;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;

namespace Bench.Harness;

/// <summary>Settings of a program for <see cref="BenchmarkHarness"/>. All of them are optional.</summary>
public sealed record HarnessOptions
{
    /// <summary>Assemblies with the benchmarks; empty for the program's own.</summary>
    public IReadOnlyList<Assembly> Assemblies { get; init; } = [];

    /// <summary>Job of a measured run; null for BenchmarkDotNet's default. Jobs from attributes of a class take precedence.</summary>
    public Job? Job { get; init; }

    /// <summary>Adds columns, exporters or diagnosers to the configuration; null for no additions.</summary>
    public Func<ManualConfig, ManualConfig>? Configure { get; init; }

    /// <summary>Limits of interleaving; null for the defaults.</summary>
    public InterleavingOptions? Interleaving { get; init; }

    /// <summary>Decides whether a class can be measured here; null for all public classes with benchmarks.</summary>
    public Func<Type, bool>? IsAvailable { get; init; }

    /// <summary>
    /// Returns benchmarks of these classes that this build or machine cannot include, for instance because the feed lacks a package. The
    /// run prints and records the reasons, so that a comparison does not report the benchmarks as lost. Null if none are missing.
    /// </summary>
    public Func<IReadOnlyCollection<Type>, IEnumerable<LeftOut>>? Missing { get; init; }

    /// <summary>Lines under the table of a class, in addition to those of <see cref="TableNoteAttribute"/>; null for none.</summary>
    public Func<Type, IEnumerable<string>>? Notes { get; init; }

    /// <summary>Reasons not to publish a run of this program, such as a variable that changes the inputs; null for none.</summary>
    public Func<IEnumerable<string>>? PublishingObstacles { get; init; }

    /// <summary>Called once before a measured run, in the parent of the processes that measure; null for no action.</summary>
    public Action<IReadOnlyCollection<Type>>? BeforeRun { get; init; }

    /// <summary>Files and folders of the repository that the figures of a topic depend on; null for the whole repository.</summary>
    public Func<string, IReadOnlyList<string>>? SourcesOfTopic { get; init; }

    /// <summary>
    /// Pages into which <c>--publish</c> writes figures, as paths in the repository. The text between <c>&lt;!-- measured: X --&gt;</c> and
    /// <c>&lt;!-- end of measured: X --&gt;</c> is replaced. X is <c>overview</c>, <c>table</c> for the <see cref="Highlights"/>, or a
    /// comma-separated list of classes without the suffix "Benchmarks". Pages that do not exist or have no such marks stay unchanged.
    /// </summary>
    public IReadOnlyList<string> Pages { get; init; } = ["README.md", "docs/results.md"];

    /// <summary>
    /// Returns further files that <c>--publish</c> writes, with paths in the repository. The argument is the folder of published tables.
    /// Null for no further files.
    /// </summary>
    public Func<string, IEnumerable<(string Path, string Text)>>? Drawings { get; init; }

    /// <summary>
    /// Lines of the table in README.md, if it has one. Each is a comparison group, identified by its class, parameters and category.
    /// </summary>
    public IReadOnlyList<Highlight> Highlights { get; init; } = [];

    /// <summary>Help text for options of the program, printed after that of the harness; null for none.</summary>
    public string? Help { get; init; }

    internal IReadOnlyList<Assembly> BenchmarkAssemblies => Assemblies is [] ? [Assembly.GetEntryAssembly()!] : Assemblies;

    internal IReadOnlyList<LeftOutBenchmarks> LeftOut(IEnumerable<BenchmarkRunInfo> wanted) =>
        [
            .. (Missing?.Invoke([.. wanted.Select(info => info.Type)]) ?? []).Select(missing => new LeftOutBenchmarks(
                missing.Pattern,
                missing.Reason
            )),
        ];
}

/// <summary>Benchmarks that are not measured here.</summary>
/// <param name="Pattern">
/// Pattern for their full names, in which <c>*</c> is any text and <c>?</c> any character; at most 500 characters.
/// </param>
/// <param name="Reason">The reason as a sentence, which is printed.</param>
public sealed record LeftOut(string Pattern, string Reason);

/// <summary>A line of the table in README.md.</summary>
/// <param name="Question">The question as a reader would ask it.</param>
/// <param name="Type">Class without namespace and without the suffix "Benchmarks".</param>
/// <param name="Parameters">Values of the group's parameters, separated by a comma and a space; empty if it has none.</param>
/// <param name="Label">Label of this answer if a question has several; empty for none.</param>
/// <param name="Category">Benchmark category, if several have the same parameters; otherwise empty.</param>
public sealed record Highlight(string Question, string Type, string Parameters = "", string Label = "", string Category = "")
{
    /// <summary>Variants that are named in addition to the fastest and the baseline; empty for all.</summary>
    public IReadOnlyList<string> Alternatives { get; init; } = [];

    /// <summary>True if the question asks for the fastest variant; false if it asks for the cost of each.</summary>
    public bool HasWinner { get; init; } = true;
}
