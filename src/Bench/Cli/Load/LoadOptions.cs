using System.CommandLine;
using System.CommandLine.Parsing;
using Bench.Load;

namespace Bench.Cli.Load;

// Options shared by several verbs of bench load.
internal static class LoadOptions
{
    public static readonly Option<bool> AllowRemote = Declare.Flag(
        "--allow-remote",
        "Load a server on another machine. Only with its owner's permission."
    );
    public static readonly Option<string> Folder = Declare.Value(
        "--artifacts",
        "DIR",
        "Write files to DIR. Default: load-results.",
        "load-results"
    );
    public static readonly Option<string?> Name = new("--name", "-n")
    {
        HelpName = "NAME",
        Description = "Name the run and its files. Default: derived from what is measured.",
    };
    public static readonly Option<bool> Resume = Declare.Flag("--resume", "Continue the interrupted run of the same name in DIR.");
    public static readonly Option<Uri?> Url = new("--url")
    {
        HelpName = "URL",
        Description = "Load a server that is already running.",
        CustomParser = result => UrlFrom(result),
    };

    public static void EnsureAllowed(Uri? url, bool allowsRemote)
    {
        if (url is { IsLoopback: false } && !allowsRemote)
            throw new UsageException($"{url.Host} is not this machine. If its owner agrees to a load test, use --allow-remote.");
    }

    /// <param name="own">The value of <see cref="Name"/>.</param>
    /// <param name="place">The origin of the usual name, for messages; null if nobody wrote it.</param>
    public static string NameOf(string? own, string usual, string? place = null)
    {
        var name = own ?? usual;
        return PlanFile.IsName(name)
            ? name
            : throw new UsageException(
                $"{(own is null && place is not null ? place : "--name")}: '{name}' is not a name. Use a file name without a folder."
            );
    }

    /// <summary>Requires -- before arguments for the application, so that a misspelt option is not passed on as one of them.</summary>
    public static void EnsureBehindDashes(ParseResult arguments, Argument<string[]> switches)
    {
        string[] all = arguments.GetValue(switches) ?? [];
        if (all.Length > arguments.Tokens.SkipWhile(token => token.Type != TokenType.DoubleDash).Skip(1).Count())
            throw new UsageException($"'{all[0]}' is not an option. Write arguments for the application after --.");
    }

    private static Uri? UrlFrom(ArgumentResult result)
    {
        var text = result.Tokens[^1].Value;
        if (
            Uri.TryCreate(text, UriKind.Absolute, out var url)
            && url.Scheme == Uri.UriSchemeHttp
            && url.PathAndQuery == "/"
            && url.UserInfo.Length == 0
        )
            return url;
        result.AddError($"--url: '{text}' is not an address. Use a value such as http://127.0.0.1:5000, and --path for the path.");
        return null;
    }
}
