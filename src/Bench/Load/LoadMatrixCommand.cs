using System.CommandLine;

namespace Bench.Load;

internal static class LoadMatrixCommand
{
    private const string Help = """
        Measures arms that differ in one thing, as FILE describes them, each a fresh process in each round, at full speed and at one pace.
        FILE names one request, or a mix of several, each with connections of its own: the figures are those of all, and of each.

        Exit codes: 0; 1 an arm did not answer for whole slices; 2 wrong usage, a missing program, an arm that does not build, start or
        answer, or whose setting took no effect; 130 interrupted, whole rounds are kept. Slower is no failure.
        """;

    internal static readonly Argument<string> MatrixFile = new("FILE") { Description = "The matrix, JSON, as those in samples/matrices." };

    public static Command Create()
    {
        var command = new Command("matrix", Help)
        {
            MatrixFile,
            LoadOptions.Folder,
            LoadOptions.Resume,
            JudgingOptions.Config,
            JudgingOptions.Margin,
        };
        command.Measures(LoadMatrixOptions.From, LoadMatrixVerb.Run);
        return command;
    }
}
