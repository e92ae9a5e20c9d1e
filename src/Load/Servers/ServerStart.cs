using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace Bench.Load;

/// <summary>How a server is started, and when it is ready.</summary>
/// <param name="Program">What was published: a <c>.dll</c>, or a program.</param>
/// <param name="Arguments">Its arguments.</param>
/// <param name="Variables">Environment variables, <c>NAME=VALUE</c>.</param>
internal sealed record ServerStart(string Program, IReadOnlyList<string> Arguments, IReadOnlyList<string> Variables)
{
    /// <summary>Stands for the address that a server is to listen on, in its command, arguments and variables.</summary>
    public const string Url = "{url}";

    private const string Port = "{port}";
    private const string PublishFolder = "{folder}";

    /// <summary>How long a server may take until it is ready, unless a user says otherwise.</summary>
    public static readonly TimeSpan UsualTimeToStart = TimeSpan.FromSeconds(60);

    /// <summary>Program and arguments of a command of the user's own; empty for the published program with <c>--urls</c>.</summary>
    public IReadOnlyList<string> Command { get; init; } = [];

    /// <summary>What is asked for until it is answered with 2xx; null where listening is enough.</summary>
    public string? ReadyPath { get; init; }

    /// <summary>On how many loopback addresses it is to listen: more than one only with <c>--urls</c>.</summary>
    public int Addresses { get; init; } = 1;

    /// <summary>The folder for its temporary files; null for that of all.</summary>
    public string? Temporary { get; init; }

    /// <summary>The cores that it runs on; null for all.</summary>
    public IReadOnlyList<int>? Cores { get; init; }

    public TimeSpan TimeToStart { get; init; } = UsualTimeToStart;

    /// <summary>Where the program was published, and runs.</summary>
    public string Folder => Path.GetDirectoryName(Program)!;

    /// <summary>Fills in what placeholders stand for.</summary>
    /// <returns>The address is null where the server is to say itself where it listens.</returns>
    public (string[] Command, string[] Variables, Uri? Address) Resolve()
    {
        var isGiven = Command.Concat(Arguments).Concat(Variables).Any(NamesAddress);
        var url = isGiven ? FreeAddress() : null;
        var urls = string.Join(
            ';',
            Enumerable.Range(1, Addresses).Select(i => string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.{i}:0"))
        );
        string[] published = Program.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) ? ["dotnet", "exec", Program] : [Program];
        string[] command =
            Command.Count > 0 ? [.. Command, .. Arguments]
            : isGiven ? [.. published, .. Arguments]
            : [.. published, "--urls", urls, .. Arguments];
        return ([.. command.Select(Fill)], [.. Variables.Select(Fill)], url);

        string Fill(string text)
        {
            var filled = text.Replace(PublishFolder, Folder, StringComparison.Ordinal);
            return url is null
                ? filled
                : filled
                    .Replace(Url, url.GetLeftPart(UriPartial.Authority), StringComparison.Ordinal)
                    .Replace(Port, url.Port.ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal);
        }
    }

    private static bool NamesAddress(string text) =>
        text.Contains(Url, StringComparison.Ordinal) || text.Contains(Port, StringComparison.Ordinal);

    // Free now: whoever takes it meanwhile is named when the server does not start.
    private static Uri FreeAddress()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return new Uri(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}"));
    }
}
