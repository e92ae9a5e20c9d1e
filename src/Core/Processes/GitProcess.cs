using System.ComponentModel;
using System.Diagnostics;
using System.Text;

namespace Bench.Processes;

// The only place that starts git.
internal static class GitProcess
{
    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false);

    public static ChildProcess Run(string folder, CancellationToken cancellationToken, params IEnumerable<string> arguments) =>
        ChildProcess.Run(
            "git",
            folder,
            cancellationToken,
            // Git writes UTF-8 whatever the console's encoding is.
            start => start.StandardOutputEncoding = start.StandardErrorEncoding = Utf8,
            static _ => { },
            arguments
        );

    // Null if git fails.
    public static string? Ask(string folder, params IEnumerable<string> arguments) =>
        Run(folder, CancellationToken.None, arguments) is { ExitCode: 0 } answer ? answer.Output : null;

    // Writes the input to git's standard input.
    public static ChildProcess Feed(string folder, byte[] input, params IEnumerable<string> arguments)
    {
        using var git = Begin(folder, arguments);
        var (output, error) = (git.StandardOutput.ReadToEndAsync(), git.StandardError.ReadToEndAsync());
        try
        {
            git.StandardInput.BaseStream.Write(input);
            git.StandardInput.Close();
        }
        catch (IOException)
        {
            // Git ended before it read everything. Its exit code and error say why.
        }

        git.WaitForExit();
        return new ChildProcess(git.ExitCode, output.GetAwaiter().GetResult(), error.GetAwaiter().GetResult());
    }

    // For a file, which need not be text. Null if git fails.
    public static byte[]? Bytes(string folder, params IEnumerable<string> arguments)
    {
        using var git = Begin(folder, arguments);
        git.BeginErrorReadLine();
        using var output = new MemoryStream();
        git.StandardOutput.BaseStream.CopyTo(output);
        git.WaitForExit();
        return git.ExitCode == 0 ? output.ToArray() : null;
    }

    // Redirects input and outputs for the caller.
    public static Process Begin(string folder, params IEnumerable<string> arguments)
    {
        try
        {
            return Process.Start(
                new ProcessStartInfo("git", arguments)
                {
                    WorkingDirectory = folder,
                    RedirectStandardInput = true,
                    RedirectStandardOutput = true,
                    RedirectStandardError = true,
                    StandardOutputEncoding = Utf8,
                    StandardErrorEncoding = Utf8,
                }
            )!;
        }
        catch (Win32Exception e)
        {
            throw new BenchException("git is not on PATH.", e);
        }
    }
}
