using System.Globalization;
using System.Text.RegularExpressions;

namespace Bench.Cli.Explain;

/// <summary>Reads the output of <c>DOTNET_JitDisasm</c> and <c>DOTNET_JitDisasmSummary</c>.</summary>
internal static partial class JitListing
{
    private const int LinesOfCookieCheck = 5;
    private const string Head = "; Assembly listing for method ";

    public static IReadOnlyList<string> CompiledMethods(IEnumerable<string> lines) =>
        [
            .. lines
                .Select(line => SummaryLine().Match(line))
                .Where(match => match.Success)
                .Select(match => match.Groups["method"].Value)
                .Distinct(StringComparer.Ordinal),
        ];

    public static IReadOnlyList<MethodCode> Read(IEnumerable<string> lines)
    {
        var found = new List<MethodCode>();
        Unfinished? current = null;
        foreach (var raw in lines)
        {
            var line = raw.TrimEnd();
            if (line.StartsWith(Head, StringComparison.Ordinal))
            {
                Add(found, current);
                current = Unfinished.Create(line[Head.Length..]);
            }
            else
            {
                current?.Take(line);
            }
        }

        Add(found, current);
        return found;
    }

    /// <summary>The final code of each method: the last of its most optimised compilations.</summary>
    public static IReadOnlyList<MethodCode> Final(IEnumerable<MethodCode> compilations) =>
        [.. compilations.GroupBy(code => code.Method, StringComparer.Ordinal).Select(group => group.Reverse().MaxBy(code => code.Rank)!)];

    private static void Add(List<MethodCode> found, Unfinished? listing)
    {
        if (listing is not null)
            found.Add(listing.Finish());
    }

    private sealed class Unfinished(string method, string tier)
    {
        private readonly List<string> notes = [];
        private readonly List<string> lines = [];
        private int? bytes;

        public static Unfinished Create(string head)
        {
            var tier = head.LastIndexOf(" (", StringComparison.Ordinal);
            return tier < 0 ? new Unfinished(head, "") : new Unfinished(head[..tier], head[(tier + 2)..].TrimEnd(')'));
        }

        public void Take(string line)
        {
            if (TotalBytes().Match(line) is { Success: true } total)
                bytes = int.Parse(total.Groups[1].ValueSpan, CultureInfo.InvariantCulture);
            else if (line.StartsWith("; ", StringComparison.Ordinal) && lines.Count == 0)
                Note(line[2..]);
            else if (bytes is null && Normal(line) is { Length: > 0 } code)
                lines.Add(code);
        }

        public MethodCode Finish()
        {
            HideCookie();
            return new MethodCode(method, tier, notes, lines, bytes);
        }

        // Other notes, for instance how often the method was called, differ in each process.
        private void Note(string note)
        {
            if (note.StartsWith("optimized using", StringComparison.Ordinal))
                notes.Add(note);
        }

        // A method with a buffer on its stack checks a random value of the process. The comparison stands right before the failing call.
        private void HideCookie()
        {
            var check = lines.FindIndex(line => line.Contains("CORINFO_HELP_FAIL_FAST", StringComparison.Ordinal));
            for (var i = check - 1; i >= Math.Max(0, check - LinesOfCookieCheck); i--)
            {
                if (Constant().Match(lines[i]) is not { Success: true } cookie)
                    continue;
                for (var j = 0; j < lines.Count; j++)
                    lines[j] = lines[j].Replace(cookie.Value, "COOKIE", StringComparison.Ordinal);
                return;
            }
        }

        private static string Normal(string line)
        {
            var comment = line.IndexOf(";;", StringComparison.Ordinal);
            var code = (comment < 0 ? line : line[..comment]).TrimEnd();
            return MethodName.WithoutOrdinals(Address().Replace(Label().Replace(code, "IG$1"), "ADDR"));
        }
    }

    [GeneratedRegex(@"^\s*\d+: JIT compiled (?<method>.+) \[[^\[\]]*\]\s*$", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture)]
    private static partial Regex SummaryLine();

    [GeneratedRegex(@"^; Total bytes of code (\d+)", RegexOptions.CultureInvariant)]
    private static partial Regex TotalBytes();

    [GeneratedRegex(@"\bG_M[0-9a-zA-Z]*_IG(\d+)", RegexOptions.CultureInvariant)]
    private static partial Regex Label();

    [GeneratedRegex(@"\b0x[0-9A-Fa-f]{5,}$", RegexOptions.CultureInvariant)]
    private static partial Regex Constant();

    // Addresses have nine to twelve digits. DOTNET_JitDisasmDiffable would also hide smaller constants, so code that differs in one
    // constant would look the same.
    [GeneratedRegex(@"\b0x[0-9A-Fa-f]{9,12}\b", RegexOptions.CultureInvariant)]
    private static partial Regex Address();
}
