using System.Text;
using System.Text.RegularExpressions;

namespace Bench.Cli.Explain;

/// <summary>
/// The part of a method's name that the sampler and the compiler agree on: <c>Type.Method</c> without generic parameters, and the
/// number of parameters. The sampler writes <c>Ns.Type.Method(int32,class X)</c>, the compiler <c>Ns.Type:Method(int,X):int:this</c>.
/// </summary>
internal sealed partial record MethodName(string Name, int Parameters)
{
    public static MethodName FromFrame(string frame) => Parse(frame, frame.IndexOf('(', StringComparison.Ordinal));

    public static MethodName FromCompiled(string method) =>
        Parse(method.Replace(':', '.'), method.IndexOf('(', Math.Max(0, method.IndexOf(':', StringComparison.Ordinal))));

    /// <summary>The value of <c>DOTNET_JitDisasm</c> that lists all methods with this name.</summary>
    public static string Pattern(string compiled)
    {
        var end = compiled.IndexOf('(', Math.Max(0, compiled.IndexOf(':', StringComparison.Ordinal)));
        return WithoutBrackets(end < 0 ? compiled : compiled[..end]);
    }

    // The C# compiler numbers members within a class, so a method added above would change these numbers.
    public static string WithoutOrdinals(string text) => Ordinal().Replace(text, "#");

    private static MethodName Parse(string text, int open)
    {
        var name = WithoutOrdinals(WithoutBrackets(open < 0 ? text : text[..open]));
        return new MethodName(name, open < 0 ? 0 : Count(text.AsSpan(open + 1)));
    }

    // Commas inside the brackets of generic types and arrays do not separate parameters.
    private static int Count(ReadOnlySpan<char> text)
    {
        var (depth, commas, isEmpty) = (0, 0, true);
        foreach (var c in text)
        {
            if (c == ')' && depth == 0)
                break;
            isEmpty = false;
            if (c is '[' or '<' or '(')
                depth++;
            else if (c is ']' or '>' or ')')
                depth--;
            else if (c == ',' && depth == 0)
                commas++;
        }

        return isEmpty ? 0 : commas + 1;
    }

    private static string WithoutBrackets(string text)
    {
        if (!text.Contains('[', StringComparison.Ordinal))
            return text;
        var kept = new StringBuilder();
        var depth = 0;
        foreach (var c in text)
        {
            if (c == '[')
                depth++;
            else if (c == ']')
                depth--;
            else if (depth == 0)
                kept.Append(c);
        }

        return kept.ToString();
    }

    [GeneratedRegex(@"(?<=>[a-z]__)\d+(_\d+)?|(?<=\|)\d+_\d+|(?<=DisplayClass)\d+_\d+", RegexOptions.CultureInvariant)]
    private static partial Regex Ordinal();
}
