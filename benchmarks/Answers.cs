namespace Benchmarks;

/// <summary>Correct before fast: a benchmark that answers differently from the others must fail, not win.</summary>
internal static class Answers
{
    /// <exception cref="InvalidOperationException">An alternative's answer is not the expected one; both are in the message.</exception>
    public static void EnsureAllEqual<T>(T expected, params ReadOnlySpan<(string Alternative, T Answer)> answers)
    {
        foreach (var (alternative, answer) in answers)
        {
            if (!EqualityComparer<T>.Default.Equals(answer, expected))
                throw new InvalidOperationException($"{alternative} answered '{Short(answer)}', expected '{Short(expected)}'.");
        }
    }

    private static string Short<T>(T answer)
    {
        var text = answer?.ToString() ?? "null";
        return text.Length <= 300 ? text : $"{text[..300]}... ({text.Length} characters)";
    }
}
