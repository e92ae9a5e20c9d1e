using Bench.Comparison;
using Bench.Reports;

namespace Bench.Report;

/// <summary>A question with the categories that answer it: as the settings ask it, or a topic where they ask nothing.</summary>
internal sealed record Question(string Text, IReadOnlyList<ReportedCategory> Categories)
{
    /// <summary>A picture of more lines is no longer taken in at a glance.</summary>
    private const int MaxAlternatives = 40;

    /// <summary>Those that a picture shows: the first ones, one at least.</summary>
    public IReadOnlyList<ReportedCategory> Drawn
    {
        get
        {
            var lines = 0;
            return [.. Categories.TakeWhile((category, i) => (lines += category.Alternatives.Count) <= MaxAlternatives || i == 0)];
        }
    }

    /// <summary>
    /// What the settings ask, of what these results can answer; without any of it, a question for each topic.
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
