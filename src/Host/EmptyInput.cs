namespace Bench.Host;

/// <summary>An empty console. It ends a program that keeps prompting.</summary>
internal sealed class EmptyInput : TextReader
{
    public const string IsOver = "This console has no input.";

    private const int MaxQuestions = 20;

    private int questions;

    public override int Peek() => -1;

    public override int Read() => ++questions > MaxQuestions ? throw new EndOfStreamException(IsOver) : -1;
}
