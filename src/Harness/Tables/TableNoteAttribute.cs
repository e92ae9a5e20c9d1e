namespace Bench.Harness;

/// <summary>Adds a line under the table of a class, with information that a reader needs besides the figures.</summary>
/// <param name="text">The line in Markdown.</param>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
public sealed class TableNoteAttribute(string text) : Attribute
{
    /// <summary>The line in Markdown.</summary>
    public string Text => text;
}

/// <summary>
/// Adds a column with the throughput as a share of the baseline's. It suits classes about layers on top of a bare baseline.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class ShowsThroughputAttribute : Attribute;
