using Bench.Comparison;
using Bench.Reports;

namespace Bench.Cli.Report;

/// <summary>A question of the settings with the categories that answer it. Without questions, a topic.</summary>
internal sealed record Question(string Text, IReadOnlyList<ReportedCategory> Categories)
{
    /// <summary>
    /// The questions of the settings that these results can answer. If they answer none, one question for each topic.
    /// </summary>
    public static IReadOnlyList<Question> Create(
        IReadOnlyList<AskedQuestion> asked,
        IReadOnlyList<(string Name, IReadOnlyList<ReportedCategory> Categories)> topics
    )
    {
        var questions = asked
            .Select(question => new Question(
                question.Text,
                [
                    .. question
                        .Benchmarks.SelectMany(pattern =>
                            topics
                                .SelectMany(topic => topic.Categories)
                                .Where(category => category.Alternatives.Count > 1 && category.Benchmarks.Any(pattern.Fits))
                        )
                        .Distinct<ReportedCategory>(ReferenceEqualityComparer.Instance),
                ]
            ))
            .Where(question => question.Categories.Count > 0)
            .ToArray();
        return questions.Length > 0
            ? questions
            :
            [
                .. topics
                    .Select(topic => new Question(topic.Name, [.. topic.Categories.Where(category => category.Alternatives.Count > 1)]))
                    .Where(question => question.Categories.Count > 0),
            ];
    }
}
