namespace Bench.Tests;

/// <summary>The committed files that <see cref="GoldenTests"/> compares with.</summary>
internal static partial class GoldenFile
{
    private const string UpdateVariable = "BENCH_UPDATE_GOLDEN";

    private static readonly string Root = Path.Combine(Checkout.Root, "tests", "Bench.Tests", "Golden");
    private static readonly string ExpectedFolder = Path.Combine(Root, "expected");
    private static readonly bool IsUpdate = Environment.GetEnvironmentVariable(UpdateVariable) == "1";

    /// <summary>All committed files, relative to their folder, with slashes.</summary>
    public static IEnumerable<string> Expected() =>
        Directory
            .EnumerateFiles(ExpectedFolder, "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(ExpectedFolder, file).Replace('\\', '/'));

    public static void CopyInputs(string name, string folder)
    {
        var source = Path.Combine(Root, "inputs", name);
        foreach (var file in Directory.EnumerateFiles(source, "*", SearchOption.AllDirectories))
        {
            var copy = Path.Combine(folder, Path.GetRelativePath(source, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
        }
    }

    /// <summary>Fails with the first line that differs. An empty text expects no file.</summary>
    public static void Check(string name, string written) =>
        CheckPage($"tests/Bench.Tests/Golden/expected/{name}", Normalized(name, written));

    /// <summary>The same for a page somewhere else in the repository.</summary>
    /// <param name="path">From the top folder, with slashes.</param>
    public static void CheckPage(string path, string actual)
    {
        var file = Path.Combine(Checkout.Root, path);
        if (IsUpdate)
        {
            Update(file, actual);
            return;
        }

        var expected = File.Exists(file) ? File.ReadAllText(file) : "";
        if (expected != actual)
            Assert.Fail(
                $"{Difference(expected, actual)}\n\nIf the change is intended, update the committed files and review their diff:\n"
                    + $"  {UpdateVariable}=1 dotnet run --project tests/Bench.Tests -c Release -- -class {typeof(GoldenTests).FullName} -class {typeof(MessagesTests).FullName}\n"
                    + $"File: {path}"
            );
    }

    private static void Update(string file, string actual)
    {
        if (actual.Length == 0)
        {
            File.Delete(file);
            return;
        }
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, actual);
    }

    private static string Difference(string expected, string actual)
    {
        string[] before = expected.Split('\n'),
            after = actual.Split('\n');
        var line = 0;
        while (line < before.Length && line < after.Length && before[line] == after[line])
            line++;
        return $"Line {line + 1} differs.\nexpected: {Line(before, line)}\nactual:   {Line(after, line)}";
    }

    private static string Line(string[] lines, int index) => index < lines.Length ? lines[index] : "(the text ends before)";

    /// <summary>
    /// Keeps ten significant digits in JSON: the last ones of a logarithm depend on the instructions that a processor has. The version of
    /// the command is that of the build.
    /// </summary>
    private static string Normalized(string name, string text)
    {
        text = text.ReplaceLineEndings("\n").Replace(BenchVersion.Text, "VERSION", StringComparison.Ordinal);
        return name.EndsWith(".json", StringComparison.Ordinal)
            ? LongNumber()
                .Replace(text, number =>
                    double.Parse(number.ValueSpan, CultureInfo.InvariantCulture).ToString("G10", CultureInfo.InvariantCulture)
                )
            : text;
    }

    [GeneratedRegex(@"(?<=[:\[,]\s*)-?\d+\.\d{8,}(?:E[-+]?\d+)?\b", RegexOptions.CultureInvariant)]
    private static partial Regex LongNumber();
}
