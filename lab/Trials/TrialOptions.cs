using System.CommandLine;

namespace Lab.Trials;

/// <summary>The options of several trials.</summary>
internal static class TrialOptions
{
    public static readonly Option<string> Output = new("--output")
    {
        HelpName = "DIR",
        Description = "The folder of the records and their page, README.md. Records that are there are kept.",
        Required = true,
    };
    public static readonly Option<string[]> Only = Declare.Several(
        "--only",
        "NAME",
        "Run only what has these names. Default: all.",
        areTogether: true
    );
    public static readonly Option<bool> Busy = Declare.Flag("--busy", "Keep one core busy meanwhile.");
    public static readonly Argument<string[]> Arguments = new("ARGUMENTS")
    {
        Description = "After --: more arguments of the checked command.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    public static Option<T> WithDefault<T>(string name, string helpName, string description, T value) =>
        new(name)
        {
            HelpName = helpName,
            Description = description,
            DefaultValueFactory = _ => value,
        };

    /// <summary>True for each name that was asked for, and for every name if none was.</summary>
    public static bool Have(this IReadOnlyCollection<string> names, string name) => names.Count == 0 || names.Contains(name);
}
