using System.Globalization;
using System.Text;

namespace Bench.Host;

// The protocol between the runner and the host inside a measured process. Both compile this file.
// The runner sends lines of words separated by spaces:
// main MILLISECONDS | list PATTERNS CATEGORIES | list TYPE | open N AFFINITY [SHARE BYTES] | slice INVOCATIONS | empty INVOCATIONS |
// allocate INVOCATIONS | close | recorded
// The host answers with a line of tab-separated fields that begins with "ok" or "error". The answers to "list" and "recorded" continue with
// one line per benchmark or method. Texts that could contain a separator are in Base64.
internal static class HostProtocol
{
    // The runtime loads these assemblies and enters them before Main.
    public const string HookVariable = "DOTNET_STARTUP_HOOKS";

    // The pipe for commands. If it is not set, the process is not measured in slices.
    public const string PipeVariable = "BENCH_HOST_PIPE";

    // The pipe of Lifeline: it breaks when the parent process is gone, and a byte in it requests the runtime's totals.
    public const string LifelineVariable = "BENCH_LIFELINE";

    // If it is set, the process records which methods run.
    public const string RecordVariable = "BENCH_HOST_RECORD";

    public const string HostFile = "Bench.Host.dll";

    public const string Main = "main";
    public const string List = "list";
    public const string Open = "open";
    public const string Slice = "slice";
    public const string Empty = "empty";
    public const string Allocate = "allocate";
    public const string Close = "close";
    public const string Recorded = "recorded";

    private const int MaxSocketPathLength = 100;

    public const string Ok = "ok";
    public const string Error = "error";

    // On Unix a pipe is named by its path. A bare name would mean the temporary folder, which may differ for the program that connects.
    // The path of a socket has room for about 100 bytes. If there is room, the socket lies in the folder; null means the temporary folder.
    public static string PathOfPipe(string name, string? folder = null)
    {
        if (OperatingSystem.IsWindows())
            return name;
        var path = Path.Combine(folder ?? Path.GetTempPath(), name);
        return Encoding.UTF8.GetByteCount(path) <= MaxSocketPathLength ? path : "/tmp/" + name;
    }

    public static string[] Fields(string line) => line.Split('\t');

    public static string Line(params string[] fields) => string.Join('\t', fields);

    public static string Encode(string text) => Convert.ToBase64String(Encoding.UTF8.GetBytes(text));

    public static string Decode(string base64) => Encoding.UTF8.GetString(Convert.FromBase64String(base64));

    public static string EncodeAll(IEnumerable<string> texts) => Encode(string.Join('\n', texts));

    public static string[] DecodeAll(string base64) => Decode(base64).Split('\n', StringSplitOptions.RemoveEmptyEntries);

    public static string Text<T>(T value)
        where T : IFormattable => value.ToString(null, CultureInfo.InvariantCulture);

    public static long Integer(string text) => long.Parse(text, CultureInfo.InvariantCulture);

    public static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}

internal enum RunMode
{
    Slices,

    // Each iteration runs the job's number of invocations, by default one, between set-up and clean-up.
    Iterations,

    // Only the first call of a process counts, so each figure needs a fresh process.
    FirstCall,
}
