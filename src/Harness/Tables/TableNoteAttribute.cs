namespace Bench.Harness;

/// <summary>A line under the table of a class: what a reader must know beside the figures.</summary>
/// <param name="text">The line, Markdown.</param>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
public sealed class TableNoteAttribute(string text) : Attribute
{
    /// <summary>The line.</summary>
    public string Text => text;
}

/// <summary>
/// The table of the class says what is left of the baseline's throughput: for classes about what is laid over something bare.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class ShowsThroughputAttribute : Attribute;
