namespace Bench.Runner.Tests;

public sealed class AssemblyCodeTests
{
    [Fact]
    public void Assemblies_of_the_runtime_and_of_this_test_can_be_read()
    {
        string[] assemblies =
        [
            .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator).Where(BuildOutput.IsAssembly),
        ];

        Assert.True(assemblies.Length > 150);
        // All of them would take half a minute.
        Assert.All(assemblies.Where((_, i) => i % 6 == 0), path => Assert.NotEmpty(AssemblyCode.Read(path)));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void A_damaged_assembly_is_read_or_refused_in_one_way(int seed)
    {
        var random = new Random(seed);
        var whole = CompiledSource.Compile(
            """
            [Serializable] class Row<T>(T id) where T : struct { public T Id => id; public string Name { get; init; } = "a"; }
            class Bench
            {
                static readonly byte[] Data = [1, 2, 3, 4, 5, 6, 7, 8, 9];
                int Run() { try { return new[] { "1" }.Select(int.Parse).Sum() + Data.Length; } catch (FormatException) { return 0; } }
                async Task<Row<int>> Async() { await Task.Yield(); return new Row<int>(Run()) { Name = "b" }; }
            }
            """
        );

        for (var i = 0; i < 500; i++)
        {
            byte[] damaged = [.. whole];
            for (var bytes = random.Next(1, 8); bytes > 0; bytes--)
                damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            var path = Path.Combine(Path.GetTempPath(), $"damaged-{Guid.NewGuid()}.dll");
            File.WriteAllBytes(path, damaged);
            try
            {
                if (Record.Exception(() => AssemblyCode.Read(path)) is { } refused)
                    Assert.IsType<BadImageFormatException>(refused);
            }
            finally
            {
                File.Delete(path);
            }
        }
    }
}
