using System.ComponentModel;
using System.Diagnostics;

namespace Bench.Results;

/// <summary>Reads committed files by asking git for them: no checkout, no change to the work tree or the index.</summary>
internal static class Git
{
    public static IEnumerable<ResultFile> Find(string spec, string workingDirectory)
    {
        var colon = spec.IndexOf(':', StringComparison.Ordinal);
        var reference = colon < 0 ? spec : spec[..colon];
        var folder = colon < 0 ? RunLoader.ReferenceFolder : spec[(colon + 1)..].Trim('/');
        var place = $"{RunLoader.GitPrefix}{spec}";
        if (reference.Length == 0)
            throw new ResultsException(place, "names no git ref.");

        var commit = Text(
                Ask(place, workingDirectory, "rev-parse", "--verify", "--quiet", "--end-of-options", reference + "^{commit}")
                    ?? throw new ResultsException(place, $"git knows no commit '{reference}' here.")
            )
            .Trim();
        var list =
            Ask(place, workingDirectory, "ls-tree", "-r", "-z", "--name-only", "--full-tree", commit, "--", folder)
            ?? throw new ResultsException(place, $"git can't list '{folder}'.");
        var names = Text(list).Split('\0', StringSplitOptions.RemoveEmptyEntries);
        // A single file is taken whatever its name is, as on disk.
        ResultFile[] found =
        [
            .. (names is [var only] && only == folder ? names : RunLoader.Choose(names)).Select(name => new ResultFile(
                $"git:{reference}:{name}",
                $"{commit}:{name}",
                () =>
                    new MemoryStream(
                        Ask(place, workingDirectory, "cat-file", "blob", $"{commit}:{name}")
                            ?? throw new ResultsException(place, $"git can't read '{name}'.")
                    )
            )),
        ];
        return found.Length > 0 ? found : throw RunLoader.NothingIn($"{place} ({folder})");
    }

    private static string Text(byte[] bytes) => System.Text.Encoding.UTF8.GetString(bytes);

    /// <summary>What git answers; null where it says no.</summary>
    private static byte[]? Ask(string place, string workingDirectory, params string[] arguments)
    {
        using var process = Start(place, workingDirectory, arguments);
        process.ErrorDataReceived += (_, _) => { };
        process.BeginErrorReadLine();
        using var output = new MemoryStream();
        process.StandardOutput.BaseStream.CopyTo(output);
        process.WaitForExit();
        return process.ExitCode == 0 ? output.ToArray() : null;
    }

    /// <summary>Starts git, with its input and outputs at hand.</summary>
    internal static Process Start(string place, string workingDirectory, params string[] arguments)
    {
        try
        {
            return Process.Start(
                new ProcessStartInfo("git", arguments)
                {
                    WorkingDirectory = workingDirectory,
                    RedirectStandardInput = true,
                    RedirectStandardOutput = true,
                    RedirectStandardError = true,
                    StandardOutputEncoding = System.Text.Encoding.UTF8,
                }
            )!;
        }
        catch (Win32Exception e)
        {
            throw new ResultsException(place, "git is not on PATH.", e);
        }
    }
}
