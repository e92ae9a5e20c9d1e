using System.Text.Json;
using Bench.Results;

namespace Bench.Gate;

/// <summary>What a check is of, where the workflow that runs it knows.</summary>
internal static class PullRequest
{
    /// <summary>Where GitHub puts what started a workflow, as JSON.</summary>
    public const string EventVariable = "GITHUB_EVENT_PATH";

    /// <summary>The title of the pull request, with its number; null where no pull request started this.</summary>
    /// <param name="file">The file of the event; null where there is none.</param>
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
            // Other events have no pull request. A title is worth no failure.
            return null;
        }
    }
}
