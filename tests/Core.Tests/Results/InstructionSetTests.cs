namespace Bench.Core.Tests;

public sealed class InstructionSetTests
{
    [Theory]
    [InlineData("AVX-512F+CD+BW+DQ+VL+VBMI,AES,BMI1,BMI2,FMA,LZCNT,PCLMUL,POPCNT,AvxVnni VectorSize=256", "x86-64-v4")]
    [InlineData("AVX512 IFMA+VBMI,AVX512 F+BW+CD+DQ+VL,AVX2+BMI1+BMI2+F16C+FMA+LZCNT+MOVBE,AVX VectorSize=256", "x86-64-v4")]
    [InlineData("AVX2+BMI1+BMI2+F16C+FMA+LZCNT+MOVBE,AVX,SSE3+SSSE3+SSE4.1+SSE4.2+POPCNT VectorSize=256", "x86-64-v3")]
    [InlineData("AVX2,AES,BMI1,BMI2,FMA,LZCNT,PCLMUL,POPCNT VectorSize=256", "x86-64-v3")]
    [InlineData("[Host] : .NET 10.0.12 (10.0.12, 10.0.1226.42308), X64 RyuJIT x86-64-v3", "x86-64-v3")]
    [InlineData("[Host] : .NET 9.0.1, X64 RyuJIT AVX-512F+CD+BW+DQ+VL+VBMI", "x86-64-v4")]
    [InlineData("AdvSIMD,AES,CRC32,DP,RDM,SHA1,SHA256 VectorSize=128", null)]
    [InlineData("", null)]
    public void BenchmarkDotNet_names_a_level_in_several_ways(string text, string? expected) =>
        Assert.Equal(expected, InstructionSet.LevelOf(text));

    [Theory]
    [InlineData("0.14.0", ".NET 8.0.1", true)]
    [InlineData("0.15.8", ".NET 10.0.12 (10.0.12, 10.0.1226.42308)", true)]
    [InlineData("0.13.12", ".NET 8.0.1", false)]
    [InlineData("0.14.0", ".NET 7.0.20", false)]
    [InlineData("0.14.0", ".NET Framework 4.8.1", false)]
    [InlineData(null, null, false)]
    public void Earlier_versions_do_not_know_all_levels(string? benchmarkDotNet, string? runtime, bool isKnown) =>
        Assert.Equal(isKnown, InstructionSet.IsKnown(new(Runtime: runtime, BenchmarkDotNet: benchmarkDotNet)));

    [Fact]
    public void A_benchmark_without_metrics_does_not_hide_the_machine_of_the_others()
    {
        using var folder = new Folder();
        const string Metrics =
            ""","Metrics":[{"Value":1,"Descriptor":{"Id":"Machine","Legend":"AuthenticAMD family 26 model 2 stepping 1; x86-64-v4"}}]}""";
        folder.Write(
            "run.json",
            BdnJson.Of(
                Steady("N.T.A")[..^1] + Metrics,
                Steady("N.T.B")[..^1] + ""","HardwareIntrinsics":"AVX2,FMA VectorSize=256","Metrics":[]}"""
            )
        );

        var machine = Assert.Single(folder.Load("run.json").Environments);

        Assert.Equal(("AuthenticAMD family 26 model 2 stepping 1", "x86-64-v4"), (machine.ProcessorModel, machine.Instructions));
    }
}
