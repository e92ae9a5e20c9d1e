using System.Reflection;
using Bench.Results;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;

namespace Bench.Harness;

/// <summary>What a program tells <see cref="BenchmarkHarness"/> about itself. All of it may be left out.</summary>
public sealed record HarnessOptions
{
    /// <summary>The assemblies with the benchmarks; empty for the program's own.</summary>
    public IReadOnlyList<Assembly> Assemblies { get; init; } = [];

    /// <summary>The job of a measured run; null for BenchmarkDotNet's default. Jobs of a class's own attributes go before.</summary>
    public Job? Job { get; init; }

    /// <summary>Adds to the configuration: columns, exporters, diagnosers; null for nothing.</summary>
    public Func<ManualConfig, ManualConfig>? Configure { get; init; }

    /// <summary>Limits of interleaving; null for the defaults.</summary>
    public InterleavingOptions? Interleaving { get; init; }

    /// <summary>Which classes can be measured here; null for all public ones with benchmarks.</summary>
    public Func<Type, bool>? IsAvailable { get; init; }

    /// <summary>
    /// Benchmarks of these classes that this build or machine can't include: a package that the feed lacks, a server that is not
    /// installed. The run prints the reasons and records them, so that a comparison does not take the benchmarks for lost.
    /// </summary>
    public Func<IReadOnlyCollection<Type>, IEnumerable<LeftOut>>? Missing { get; init; }

    /// <summary>Lines under the table of a class, besides those of <see cref="TableNoteAttribute"/>.</summary>
    public Func<Type, IEnumerable<string>>? Notes { get; init; }

    /// <summary>Why a run of this program may not be published, whatever it measures: a variable that changes the inputs, say.</summary>
    public Func<IEnumerable<string>>? PublishingObstacles { get; init; }

    /// <summary>Called once before a measured run, in the process that starts those that measure.</summary>
    public Action<IReadOnlyCollection<Type>>? BeforeRun { get; init; }

    /// <summary>The files and folders of the repository that the figures of a topic depend on; null for the whole repository.</summary>
    public Func<string, IReadOnlyList<string>>? SourcesOfTopic { get; init; }

    /// <summary>
    /// Pages that <c>--publish</c> writes figures into, by their paths in the repository: between <c>&lt;!-- measured: X --&gt;</c> and
    /// <c>&lt;!-- end of measured: X --&gt;</c>, where X is <c>overview</c>, <c>table</c> for the <see cref="Highlights"/>, or classes
    /// without "Benchmarks", separated by commas. A page that does not exist or has no such place stays as it is.
    /// </summary>
    public IReadOnlyList<string> Pages { get; init; } = ["README.md", "docs/results.md"];

    /// <summary>
    /// Draws what else <c>--publish</c> writes, from the folder of published tables; the paths are those in the repository. Null for
    /// nothing.
    /// </summary>
    public Func<string, IEnumerable<(string Path, string Text)>>? Drawings { get; init; }

    /// <summary>
    /// The lines of the table in README.md, where it has one: each a category, by the name of its class and what tells it from the others
    /// of the class.
    /// </summary>
    public IReadOnlyList<Highlight> Highlights { get; init; } = [];

    /// <summary>Lines of help on options of the program's own, to stand beside the harness's; null for none.</summary>
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
/// <param name="Pattern">Their full names, in which <c>*</c> is any text and <c>?</c> any character; at most 500 characters.</param>
/// <param name="Reason">Why, as a sentence that is printed.</param>
public sealed record LeftOut(string Pattern, string Reason);

/// <summary>A line of the table in README.md.</summary>
/// <param name="Question">What it asks, as a reader would.</param>
/// <param name="Type">The class, without namespace and "Benchmarks".</param>
/// <param name="Parameters">Values of the category's parameters, separated by commas; empty where it has none.</param>
/// <param name="Label">What to call this answer where a question has several; empty for nothing.</param>
/// <param name="Category">The benchmark category, where several have the same parameters; empty otherwise.</param>
public sealed record Highlight(string Question, string Type, string Parameters = "", string Label = "", string Category = "")
{
    /// <summary>The alternatives that are named besides the fastest and the baseline; empty for all.</summary>
    public IReadOnlyList<string> Alternatives { get; init; } = [];
}
