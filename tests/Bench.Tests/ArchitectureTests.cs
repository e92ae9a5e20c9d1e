using System.Xml.Linq;

namespace Bench.Tests;

public sealed partial class ArchitectureTests
{
    private static readonly string Source = Path.Combine(Checkout.Root, "src");

    private static readonly string[] Packages = ["Allocations", "Harness", "IgnoreCaseReplace", "MockResponses"];

    /// <summary>Each project with the projects that it may refer to.</summary>
    private static readonly Dictionary<string, string[]> Arrows = new()
    {
        ["Allocations"] = [],
        ["Bench"] = ["Core", "PrivatePostgres"],
        ["Core"] = [],
        ["Harness"] = ["Core"],
        ["Host"] = [],
        ["IgnoreCaseReplace"] = [],
        ["MockResponses"] = [],
        ["PrivatePostgres"] = [],
    };

    /// <summary>Folders of src/Bench, with the namespaces above them that their code must not name.</summary>
    private static readonly Dictionary<string, string[]> Above = new()
    {
        ["Reading"] = ["Bench.Cli", "Bench.Load", "Bench.Runner"],
        ["Runner"] = ["Bench.Cli", "Bench.Load"],
        ["Load"] = ["Bench.Cli"],
    };

    private static readonly string[] BuildsContext = ["Context.cs", "Program.cs", "Screen.cs"];

    [Fact]
    public void Projects_refer_to_each_other_in_one_direction()
    {
        var found = Directory
            .EnumerateDirectories(Source)
            .Where(folder => Directory.EnumerateFiles(folder, "*.csproj").Any())
            .Select(Path.GetFileName)
            .Order();
        Assert.Equal(Arrows.Keys.Order(), found!);
        Assert.All(Arrows, project => Assert.Equal(project.Value, References(project.Key)));
    }

    [Fact]
    public void Folders_of_the_command_refer_to_each_other_in_one_direction()
    {
        var folders = Directory.EnumerateDirectories(Path.Combine(Source, "Bench")).Select(Path.GetFileName).Except(["bin", "obj"]).Order();

        Assert.Equal(["Cli", .. Above.Keys.Order()], folders!);
        Assert.Empty(
            from folder in Above
            from file in Files(Path.Combine("Bench", folder.Key))
            let text = File.ReadAllText(file)
            from name in folder.Value
            where Regex.IsMatch(text, $@"\b{name.Replace(".", "\\.", StringComparison.Ordinal)}\b")
            select $"{file} names {name}"
        );
    }

    [Fact]
    public void The_host_is_referred_to_by_its_file_only() => Assert.Equal(["Host"], References("Bench", isAssembly: false));

    [Fact]
    public void Only_packages_have_public_types()
    {
        var open = Arrows
            .Keys.Except(Packages)
            .SelectMany(Files)
            .Where(file => PublicType().IsMatch(File.ReadAllText(file)))
            .Select(Path.GetFileName);
        Assert.Empty(open);
        Assert.All(Packages, package => Assert.Contains(Files(package), file => PublicType().IsMatch(File.ReadAllText(file))));
    }

    [Fact]
    public void Core_starts_processes_in_two_files_only_and_times_nothing_but_signals()
    {
        var starting = Files("Core")
            .Where(file => File.ReadAllText(file).Contains("Process.Start(", StringComparison.Ordinal))
            .Select(Path.GetFileName)
            .Order();
        var timing = Files("Core")
            .Where(file => Clock().IsMatch(File.ReadAllText(file)))
            .Select(Path.GetFileName)
            .Except(["Interruption.cs"]);

        Assert.Equal(["ChildProcess.cs", "GitProcess.cs"], starting!);
        Assert.Empty(timing);
    }

    /// <summary>Everything of the process must reach a verb through its context: only then can a verb run inside a test.</summary>
    [Fact]
    public void Only_what_builds_the_context_sees_the_process() =>
        Assert.Empty(
            Files(Path.Combine("Bench", "Cli"))
                .Where(file => !BuildsContext.Contains(Path.GetFileName(file)))
                .Where(file => OfProcess().IsMatch(File.ReadAllText(file)))
                .Select(file => Path.GetFileName(file))
        );

    [Fact]
    public void Parsed_arguments_are_read_into_options_and_seen_by_nothing_else()
    {
        var seeing = Files(Path.Combine("Bench", "Cli"))
            .Where(file => !ReadsArguments().IsMatch(Path.GetFileName(file)))
            .Where(file => ParsedArguments().IsMatch(File.ReadAllText(file)))
            .Select(file => Path.GetFileName(file));
        Assert.Empty(seeing);
        Assert.All(Files(Path.Combine("Bench", "Cli")), file => Assert.DoesNotMatch(UnreadArguments(), File.ReadAllText(file)));
    }

    [Fact]
    public void A_handler_knows_nothing_of_the_command_line()
    {
        string[] handlers = [.. Files(Path.Combine("Bench", "Cli")).Where(file => Handler().IsMatch(Path.GetFileName(file)))];
        Assert.NotEmpty(handlers);
        Assert.All(handlers, file => Assert.DoesNotMatch(CommandLine(), File.ReadAllText(file)));
    }

    [Fact]
    public void Each_project_has_its_tests() =>
        Assert.All(Arrows.Keys, project =>
            Assert.True(Directory.Exists(Path.Combine(Checkout.Root, "tests", project + ".Tests")), project)
        );

    // String literals may be longer.
    [Fact]
    public void A_line_of_code_has_at_most_140_columns()
    {
        var tooLong =
            from folder in new[] { "benchmarks", "eng", "lab", "samples", "src", "tests" }
            from file in Code(Path.Combine(Checkout.Root, folder))
            from line in File.ReadLines(file).Index()
            where line.Item.Length > 140 && !line.Item.Contains('"', StringComparison.Ordinal) && !IsInText(file, line.Index)
            select $"{file}, line {line.Index + 1}";
        Assert.Empty(tooLong);
    }

    private static bool IsInText(string file, int line) =>
        File.ReadLines(file).Take(line).Sum(before => before.Split("\"\"\"").Length - 1) % 2 == 1;

    private static string[] References(string project, bool isAssembly = true) =>
        [
            .. XDocument
                .Load(Path.Combine(Source, project, project + ".csproj"))
                .Descendants("ProjectReference")
                .Where(reference => (reference.Attribute("ReferenceOutputAssembly")?.Value != "false") == isAssembly)
                .Select(reference => Path.GetFileNameWithoutExtension(reference.Attribute("Include")!.Value.Replace('\\', '/')))
                .Order(StringComparer.Ordinal),
        ];

    private static IEnumerable<string> Files(string project) => Code(Path.Combine(Source, project));

    private static IEnumerable<string> Code(string folder) =>
        Directory
            .EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories)
            .Where(file => !Path.GetRelativePath(folder, file).Split(Path.DirectorySeparatorChar).Any(part => part is "bin" or "obj"));

    [GeneratedRegex(
        @"^public (?:(?:sealed|static|abstract|readonly|partial|ref|unsafe) )*(?:class|record|struct|enum|interface|delegate)\b",
        RegexOptions.Multiline | RegexOptions.CultureInvariant
    )]
    private static partial Regex PublicType();

    [GeneratedRegex(@"^\w+(?:Verb|Run)\.cs$", RegexOptions.CultureInvariant)]
    private static partial Regex Handler();

    [GeneratedRegex(@"\b(?:ParseResult|System\.CommandLine|Console\.|Environment\.)", RegexOptions.CultureInvariant)]
    private static partial Regex CommandLine();

    [GeneratedRegex(@"\bStopwatch\b|\bDateTime(?:Offset)?\.(?:Utc)?Now\b", RegexOptions.CultureInvariant)]
    private static partial Regex Clock();

    [GeneratedRegex(
        @"(?<![\w.])Console\.|\bEnvironment\.(?:GetEnvironmentVariable|Exit)\b|\bDirectory\.GetCurrentDirectory\b|\bPath\.GetFullPath\((?:[^(),]|\([^()]*\))*\)",
        RegexOptions.CultureInvariant
    )]
    private static partial Regex OfProcess();

    [GeneratedRegex(
        @"(?:Command|Options|Choices)\.cs$|^(?:BaselineChoice|FilterChoice|HelpPage|Invocation|ParseTrouble|Verb)\.cs$",
        RegexOptions.CultureInvariant
    )]
    private static partial Regex ReadsArguments();

    [GeneratedRegex(@"\bParseResult\b", RegexOptions.CultureInvariant)]
    private static partial Regex ParsedArguments();

    [GeneratedRegex(@"\b(?:Reads|Measures)\(arguments => arguments,", RegexOptions.CultureInvariant)]
    private static partial Regex UnreadArguments();
}
