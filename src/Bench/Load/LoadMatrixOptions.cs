using System.CommandLine;

namespace Bench.Load;

/// <summary>What a user chose with <c>bench load matrix</c>.</summary>
/// <param name="File">The matrix.</param>
/// <param name="Folder">Where files are written.</param>
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
