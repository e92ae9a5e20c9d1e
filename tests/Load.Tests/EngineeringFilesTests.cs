namespace Bench.Load.Tests;

public sealed class EngineeringFilesTests
{
    private static readonly string Lab = Path.Combine(Checkout.Root, "lab");

    [Fact]
    public void Each_change_finds_the_text_that_it_replaces()
    {
        using var changes = JsonDocument.Parse(File.ReadAllText(Path.Combine(Lab, "LoadTrials", "changes.json")));

        Assert.Equal(
            [
                [],
                ["Processor", "Allocated"],
            ],
            changes.RootElement.EnumerateArray().Select(change => change.GetProperty("measures").Deserialize<string[]>()!)
        );
        Assert.All(changes.RootElement.EnumerateArray(), AssertIsMade);
    }

    [Fact]
    public void The_matrices_of_real_differences_are_right_and_have_at_least_eight()
    {
        LoadMatrix[] matrices =
        [
            .. Directory.EnumerateFiles(Path.Combine(Lab, "LoadTruth", "matrices")).Select(file => LoadMatrix.Read(file)),
        ];

        Assert.InRange(matrices.Sum(matrix => matrix.Variants.Count - 1), 8, 100);
        Assert.All(matrices, matrix =>
            Assert.True(File.Exists(Path.Combine(Checkout.Root, "samples", matrix.Sample, matrix.Sample + ".csproj")))
        );
        var costs = File.ReadAllText(Path.Combine(Lab, "LoadTruth", "Cost.cs"));
        Assert.All(matrices.SelectMany(matrix => matrix.Variants).SelectMany(variant => variant.Environment), cost =>
            Assert.Contains($"\"{cost.Value}\" =>", costs)
        );
    }

    private static void AssertIsMade(JsonElement change)
    {
        var sources = new Dictionary<string, string>();
        foreach (var edit in change.GetProperty("before").EnumerateArray().Concat(change.GetProperty("after").EnumerateArray()))
        {
            var file = edit.GetProperty("file").GetString()!;
            var find = edit.GetProperty("find").GetString()!;
            var text = sources.GetValueOrDefault(file) ?? File.ReadAllText(Path.Combine(Checkout.Root, file));
            Assert.Contains(find, text);
            sources[file] = text.Replace(find, edit.GetProperty("replace").GetString(), StringComparison.Ordinal);
        }
    }
}
