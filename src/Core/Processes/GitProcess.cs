using System.ComponentModel;
using System.Diagnostics;
using System.Text;

namespace Bench.Processes;

// Output is bytes, because a file need not be text.
internal sealed record GitProcess(int ExitCode, byte[] Output, string Error)
{
    public string Text => Encoding.UTF8.GetString(Output);

    public static GitProcess Run(string workingDirectory, params string[] arguments)
    {
        using var git = Begin(workingDirectory, arguments);
        var error = git.StandardError.ReadToEndAsync();
        using var output = new MemoryStream();
        git.StandardOutput.BaseStream.CopyTo(output);
        git.WaitForExit();
        return new(git.ExitCode, output.ToArray(), error.GetAwaiter().GetResult());
    }

    // Redirects input and outputs for the caller.
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
