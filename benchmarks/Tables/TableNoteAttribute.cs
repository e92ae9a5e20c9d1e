namespace Benchmarks.Tables;

/// <summary>A line under the table of a class: what a reader must know beside the figures.</summary>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
internal sealed class TableNoteAttribute(string text) : Attribute
{
    public string Text => text;
}
