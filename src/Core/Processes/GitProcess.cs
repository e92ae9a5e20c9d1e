using System.ComponentModel;
using System.Diagnostics;
using System.Text;

namespace Bench.Processes;

/// <summary>What git answered, as bytes, for the contents of a file need not be text.</summary>
internal sealed record GitProcess(int ExitCode, byte[] Output, string Error)
{
    public string Text => Encoding.UTF8.GetString(Output);

    /// <summary>Runs git to its end.</summary>
    public static GitProcess Run(string workingDirectory, params string[] arguments)
    {
        using var git = Begin(workingDirectory, arguments);
        var error = git.StandardError.ReadToEndAsync();
        using var output = new MemoryStream();
        git.StandardOutput.BaseStream.CopyTo(output);
        git.WaitForExit();
        return new(git.ExitCode, output.ToArray(), error.GetAwaiter().GetResult());
    }

    /// <summary>Starts git, with its input and outputs at hand.</summary>
    /// <exception cref="BenchException">There is no git.</exception>
    public static Process Begin(string workingDirectory, params string[] arguments)
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
                    StandardOutputEncoding = Encoding.UTF8,
                }
            )!;
        }
        catch (Win32Exception e)
        {
            throw new BenchException("git is not on PATH.", e);
        }
    }
}
