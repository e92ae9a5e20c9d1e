using System.CommandLine;

namespace Bench.Cli.Load;

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
