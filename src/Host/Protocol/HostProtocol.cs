using System.Globalization;
using System.Text;

namespace Bench.Host;

/// <summary>
/// What the runner and the host inside a measured process say to each other, in a file that both compile. The runner sends a line of words
/// separated by blanks: <c>main MILLISECONDS</c>, <c>list PATTERNS CATEGORIES</c>, <c>list TYPE</c>, <c>open N AFFINITY [SHARE BYTES]</c>,
/// <c>slice INVOCATIONS</c>, <c>empty INVOCATIONS</c>, <c>allocate INVOCATIONS</c>, <c>close</c>, <c>recorded</c>. The host answers
/// with a line of fields separated by tabs that begins with <c>ok</c> or <c>error</c>; after the head of a list comes a line for each
/// benchmark, after that of a recording one for each method. What could break a line is in Base64.
/// </summary>
internal static class HostProtocol
{
    /// <summary>Where the runtime looks for the assemblies that it enters before Main.</summary>
    public const string HookVariable = "DOTNET_STARTUP_HOOKS";

    /// <summary>The pipe that commands come through; where it is not set, the process is not measured by slices.</summary>
    public const string PipeVariable = "BENCH_HOST_PIPE";

    /// <summary>The pipe that breaks when the process that started this one is gone, and that asks what the runtime counted.</summary>
    public const string LifelineVariable = "BENCH_LIFELINE";

    /// <summary>Set where the process records which methods run.</summary>
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

    /// <summary>
    /// What a pipe is called: on Unix by its path, for a bare name lies in the temporary folder, which may be another one for the program
    /// that connects to it; and the path of a socket has room for about a hundred characters.
    /// </summary>
    /// <param name="name">Its name alone.</param>
    /// <param name="folder">Where it is on Unix if there is room; null for the temporary folder.</param>
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

/// <summary>How the invocations of a benchmark may be bundled.</summary>
internal enum RunMode
{
    Slices,

    /// <summary>As many as its job says, one by default, between the set-up and clean-up of an iteration.</summary>
    Iterations,

    /// <summary>The first of a process only: a fresh process for each figure.</summary>
    FirstCall,
}
