namespace Bench.Tests;

/// <summary>
/// The output of verbs for recorded results equals the committed files, byte for byte. Nothing is measured or started.
/// </summary>
public sealed class GoldenTests : FolderTests
{
    // The day decides which acceptances have expired.
    private static readonly DateTimeOffset Now = new(2026, 11, 29, 12, 0, 0, TimeSpan.Zero);

    public static IEnumerable<TheoryDataRow<string>> Cases => GoldenCases.All.Select(one => new TheoryDataRow<string>(one.Name));

    public static IEnumerable<TheoryDataRow<string>> Commands => GoldenCases.Commands().Select(one => new TheoryDataRow<string>(one));

    [Theory]
    [MemberData(nameof(Cases))]
    public void Reports_are_as_committed(string name)
    {
        var one = GoldenCases.All.Single(golden => golden.Name == name);
        GoldenFile.CopyInputs(one.Inputs, folder.Root);

        var run = Run(one.Arguments);

        Assert.True(one.ExitCode == run.ExitCode, $"exit code {run.ExitCode}: {run.Error}");
        GoldenFile.Check($"{one.Name}.{one.Format}", run.Output);
        GoldenFile.Check($"{one.Name}.error", run.Error);
        foreach (var file in one.Files)
            GoldenFile.Check(NameOf(one, file), File.ReadAllText(Path.Combine(folder.Root, file)));
    }

    [Theory]
    [MemberData(nameof(Commands))]
    public void Help_is_as_committed(string command)
    {
        var run = Run([.. command.Split(' ', StringSplitOptions.RemoveEmptyEntries), "--help"]);
        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        GoldenFile.Check($"help/{(command.Length == 0 ? "bench" : command.Replace(' ', '-'))}.txt", run.Output);
    }

    [Fact]
    public void The_reference_of_commands_is_as_committed() => GoldenFile.CheckPage("docs/reference/commands.md", CommandPages.Page());

    [Fact]
    public void The_overview_is_as_committed() => GoldenFile.Check("help/overview.txt", Run([]).Output);

    /// <summary>A file that no case writes any more is left over.</summary>
    [Fact]
    public void Every_committed_file_belongs_to_a_case()
    {
        string[] known = [.. GoldenCases.All.Select(one => one.Name).OrderByDescending(name => name.Length)];
        var left = GoldenFile
            .Expected()
            .Where(file => !file.StartsWith("help/", StringComparison.Ordinal))
            .Where(file =>
                !known.Any(name =>
                    file.StartsWith(name + ".", StringComparison.Ordinal) || file.StartsWith(name + "-", StringComparison.Ordinal)
                )
            );
        string[] commands = [.. GoldenCases.Commands().Select(name => name.Length == 0 ? "bench" : name.Replace(' ', '-')), "overview"];
        var help = GoldenFile.Expected().Where(file => file.StartsWith("help/", StringComparison.Ordinal));

        Assert.Empty(left);
        Assert.Equal(commands.Order(StringComparer.Ordinal), help.Select(Path.GetFileNameWithoutExtension).Order(StringComparer.Ordinal)!);
    }

    // A file with the name of the case, or of no meaning, adds none to it.
    private static string NameOf(GoldenCase one, string file) =>
        Path.GetFileNameWithoutExtension(file) is "out" or "page" || Path.GetFileNameWithoutExtension(file) == one.Name
            ? one.Name + Path.GetExtension(file)
            : $"{one.Name}-{Path.GetFileName(file)}";

    private BenchProgram.Finished Run(string[] arguments) =>
        BenchProgram.Run(
            BenchProgram.Context(folder.Root) with
            {
                Screen = new Screen
                {
                    Output = new StringWriter(CultureInfo.InvariantCulture),
                    Error = new StringWriter(CultureInfo.InvariantCulture),
                },
                Clock = new FixedClock(Now),
                ReportedMachine = new RunEnvironment("AMD EPYC", 2, "Linux", Runtime: ".NET 10.0.12"),
            },
            arguments
        );

    private sealed class FixedClock(DateTimeOffset now) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => now;
    }
}
