using System.CommandLine;

namespace Bench.Load;

/// <param name="File">The matrix.</param>
/// <param name="Folder">The folder of the written files.</param>
internal sealed record LoadMatrixOptions(string File, string Folder, bool Resumes, JudgingChoices Judging)
{
    public static LoadMatrixOptions From(ParseResult arguments) =>
        new(
            arguments.GetValue(LoadMatrixCommand.MatrixFile)!,
            arguments.GetValue(LoadOptions.Folder)!,
            arguments.GetValue(LoadOptions.Resume),
            JudgingChoices.From(arguments)
        );
}
