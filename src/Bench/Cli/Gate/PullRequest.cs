using System.Text.Json;
using Bench.Results;

namespace Bench.Cli.Gate;

internal static class PullRequest
{
    // GitHub writes the event that started a workflow to this file, as JSON.
    public const string EventVariable = "GITHUB_EVENT_PATH";

    /// <summary>The title of the pull request with its number; null if no pull request started the workflow.</summary>
    /// <param name="file">The file of the event; null for none.</param>
    public static string? Title(string? file)
    {
        try
        {
            if (string.IsNullOrEmpty(file))
                return null;
            using var started = JsonDocument.Parse(new InputFile(file, file).ReadText());
            var request = started.RootElement.GetProperty("pull_request");
            return FormattableString.Invariant($"{request.GetProperty("title").GetString()} (#{request.GetProperty("number").GetInt32()})");
        }
        catch (Exception e)
            when (e
                    is IOException
                        or ResultsException
                        or UnauthorizedAccessException
                        or JsonException
                        or KeyNotFoundException
                        or InvalidOperationException
                        or FormatException
            )
        {
            // Other events have no pull request, and a missing title must not fail the check.
            return null;
        }
    }
}
