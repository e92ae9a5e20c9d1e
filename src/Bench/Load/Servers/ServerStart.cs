using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace Bench.Load;

/// <param name="Program">Published <c>.dll</c> or executable.</param>
/// <param name="Variables">Environment variables, <c>NAME=VALUE</c>.</param>
internal sealed record ServerStart(string Program, IReadOnlyList<string> Arguments, IReadOnlyList<string> Variables)
{
    /// <summary>Placeholder for the server's address in its command, arguments and variables.</summary>
    public const string Url = "{url}";

    private const string Port = "{port}";
    private const string PublishFolder = "{folder}";

    public static readonly TimeSpan UsualTimeToStart = TimeSpan.FromSeconds(60);

    /// <summary>Program and arguments of the user's own command; empty for the published program with <c>--urls</c>.</summary>
    public IReadOnlyList<string> Command { get; init; } = [];

    /// <summary>Path that is requested until it answers 2xx; null if listening is enough.</summary>
    public string? ReadyPath { get; init; }

    /// <summary>Number of loopback addresses to listen on; more than one only with <c>--urls</c>.</summary>
    public int Addresses { get; init; } = 1;

    /// <summary>Folder for its temporary files; null for the shared one.</summary>
    public string? Temporary { get; init; }

    /// <summary>Cores that it runs on; null for all.</summary>
    public IReadOnlyList<int>? Cores { get; init; }

    public TimeSpan TimeToStart { get; init; } = UsualTimeToStart;

    /// <summary>Folder of the published program, and its working directory.</summary>
    public string Folder => Path.GetDirectoryName(Program)!;

    /// <summary>Replaces the placeholders. The address is null if the server prints its own.</summary>
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

    // Free at this moment. If another process takes it, the error of the server's start names it.
    private static Uri FreeAddress()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return new Uri(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}"));
    }
}
