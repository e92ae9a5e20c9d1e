using Bench.Comparison;

namespace Bench;

/// <summary>What a user did wrong: one line to standard error, and exit code 2.</summary>
internal sealed class UserError(string message) : Exception(message)
{
    public static int Report(string message)
    {
        Screen.Error(message);
        return (int)ExitCode.Usage;
    }
}
