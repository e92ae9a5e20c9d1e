namespace Bench.Tests;

[Trait("Category", "Process")]
[Trait("Category", "Measured")]
[Collection(MeasuringTests.Name)]
public sealed partial class TutorialTests(MeasuredPrograms programs)
{
    private readonly string folder = Directory.CreateDirectory(Path.Combine(programs.Root, "Shop")).FullName;

    private string Program => Path.Combine(folder, "Program.cs");

    [Fact]
    public void What_the_page_tells_a_newcomer_to_do_ends_as_it_says()
    {
        var page = File.ReadAllText(Path.Combine(Checkout.Root, "docs", "tutorials", "gate-your-repository.md")).ReplaceLineEndings("\n");
        string[] sources = [.. CSharp().Matches(page).Select(block => block.Groups["text"].Value)];
        string[] commands =
        [
            .. Plain()
                .Matches(page)
                .Select(block => block.Groups["text"].Value.Trim())
                .Where(text => !text.Contains('\n', StringComparison.Ordinal) && !text.StartsWith("dotnet tool", StringComparison.Ordinal)),
        ];
        Assert.Equal(
            ["dotnet bench init", "dotnet bench gate", "dotnet bench explain", "git checkout --", "dotnet bench gate"],
            commands.Select(FirstThreeWords)
        );
        Begin(sources[0]);

        Assert.Equal(0, Follow(commands[0]).ExitCode);
        Assert.True(File.Exists(Path.Combine(folder, ".github", "workflows", "benchmarks.yml")));
        MeasuredPrograms.CommitIn(folder, "check benchmarks");

        var before = File.ReadAllText(Program);
        var after = Total().Replace(before, sources[1]);
        Assert.NotEqual(before, after);
        File.WriteAllText(Program, after);
        var red = Follow(commands[1]);
        Assert.True(red.ExitCode == 1, string.Join('\n', red.Errors));
        Assert.Contains("FAILED: 1 benchmark is slower and allocates more (exit code 1)", red.Output);
        Assert.Matches(@"Prices\n  Total  .* REGRESSED\n", red.Output);
        // Figures and commits differ each time, and line breaks depend on them.
        Assert.All([page, red.Output], text => Assert.Contains("1 failing, 1 same code (--all lists each)", text));

        var why = Follow(commands[2]);
        Assert.True(why.ExitCode == 0, string.Join('\n', why.Errors));
        Assert.Contains("Prices.Total changed", why.Output);

        MeasuredPrograms.GitIn(folder, commands[3].Split(' ')[1..]);
        Assert.Equal(before, File.ReadAllText(Program));
        File.AppendAllText(Program, "// Prices of a shop.\n");
        var green = Follow(commands[4]);
        Assert.True(green.ExitCode == 0, string.Join('\n', green.Errors));
        Assert.Contains("PASSED: The code of all benchmarks is the same in both builds (exit code 0)", green.Output);
    }

    // Writes the same files as "dotnet new console" and "dotnet add package".
    private void Begin(string source)
    {
        File.WriteAllText(
            Path.Combine(folder, "Shop.csproj"),
            $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <ImplicitUsings>enable</ImplicitUsings>
                <Nullable>enable</Nullable>
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="BenchmarkDotNet" Version="{MeasuredPrograms.BenchmarkDotNet}" />
              </ItemGroup>
            </Project>
            """
        );
        File.WriteAllText(Program, source);
        File.WriteAllText(Path.Combine(folder, ".gitignore"), "bin/\nobj/\nBenchmarkDotNet.Artifacts/\n");
        MeasuredPrograms.GitIn(folder, "init", "--quiet", "--initial-branch=main");
        MeasuredPrograms.CommitIn(folder, "prices");
    }

    private BenchProgram.Finished Follow(string command) =>
        BenchProgram.Measure(folder, [.. command.Split(' ')[2..].Select(argument => argument.Trim('\''))]);

    private static string FirstThreeWords(string command) => string.Join(' ', command.Split(' ')[..3]);

    [GeneratedRegex("```csharp\n(?<text>.*?)```", RegexOptions.Singleline)]
    private static partial Regex CSharp();

    [GeneratedRegex("(?<=\n\n)```\n(?<text>.*?)```", RegexOptions.Singleline)]
    private static partial Regex Plain();

    [GeneratedRegex(@"    public double Total\(\).*?\n    }\n", RegexOptions.Singleline)]
    private static partial Regex Total();
}
