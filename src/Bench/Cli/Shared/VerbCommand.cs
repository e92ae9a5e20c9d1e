using System.CommandLine;
using Bench.Comparison;

namespace Bench.Cli;

/// <summary>A verb together with everything that its help and the reference page show.</summary>
internal sealed class VerbCommand : Command
{
    /// <param name="description">One or two sentences. The first one is also the verb's line in the list of verbs.</param>
    public VerbCommand(string name, string description, params IReadOnlyList<OptionGroup> groups)
        : base(name, description)
    {
        Groups = groups;
        foreach (var option in groups.SelectMany(group => group.Options))
            Add(option);
    }

    public IReadOnlyList<OptionGroup> Groups { get; }

    public IReadOnlyList<Argument> Inputs
    {
        get => [.. Arguments];
        init
        {
            foreach (var argument in value)
                Add(argument);
        }
    }

    /// <summary>The argument that is passed on to the measured application; null if there is none.</summary>
    public Argument? PassedOn { get; init; }

    public required IReadOnlyList<VerbExample> Examples { get; init; }

    /// <summary>Meanings of exit codes that differ between verbs. The others are the same everywhere.</summary>
    public IReadOnlyDictionary<ExitCode, string> Exits { get; init; } = new Dictionary<ExitCode, string>();

    /// <summary>The page that explains the verb, from the top folder.</summary>
    public required string Page { get; init; }

    /// <summary>Paragraphs for the reference page, which has room for them.</summary>
    public string Details { get; init; } = "";
}

/// <param name="Command">As it is typed.</param>
/// <param name="Effect">One sentence.</param>
internal sealed record VerbExample(string Command, string Effect);

internal sealed record OptionGroup(string Title, params IReadOnlyList<Option> Options)
{
    public const string Comparison = "What to compare";
    public const string Selection = "What to measure";
    public const string Method = "How to measure";
    public const string Judging = "How to judge";
    public const string Output = "Output";
}
