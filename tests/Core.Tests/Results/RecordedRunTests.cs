namespace Bench.Core.Tests;

public sealed class RecordedRunTests : FolderTests
{
    public RecordedRunTests() =>
        folder.Write(
            "published/Topic/N.T-report-full.json",
            BdnJson.Of(Steady("N.T.A")[..^1] + ""","HardwareIntrinsics":"AVX-512F+CD+BW+DQ+VL+VBMI,AES VectorSize=256"}""")
        );

    // Published tables have a record for each machine class, and the newest one may not belong to the tables.
    [Fact]
    public void A_file_is_of_the_newest_run_whose_machine_it_names()
    {
        Write(1, "AuthenticAMD family 26 model 2", "x86-64-v4", 3);
        Write(2, "AuthenticAMD family 26 model 2", "x86-64-v4", 4);
        Write(3, "AuthenticAMD family 23 model 1", "x86-64-v3", 5);
        Assert.Equal(("AuthenticAMD family 26 model 2", 4), Read());
    }

    [Fact]
    public void A_model_that_may_be_another_one_is_not_known()
    {
        Write(1, "AuthenticAMD family 26 model 2", "x86-64-v4", 3);
        Write(2, "AuthenticAMD family 25 model 17", "x86-64-v4", 3);
        Assert.Equal((null, 3), Read());
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("[1]")]
    [InlineData("{")]
    [InlineData("""{"started":"2026-11-20T10:00:00Z","topics":[{"files":[1,{}]}],"method":"x","machine":1,"leftOut":2}""")]
    public void What_is_no_record_says_nothing(string text)
    {
        folder.Write("published/runs/1.json", text);
        Assert.Equal((null, null), Read());
    }

    // Older records have no separate property for the model.
    [Fact]
    public void The_model_may_end_the_name_of_the_processor()
    {
        folder.Write(
            "published/runs/1.json",
            """
            {"started":"2026-11-20T10:00:00Z","processor":"AMD EPYC 2.60GHz, 2 logical and 2 physical cores, family 26, model 2","topics":[{"files":["N.T-report-full.json"]}]}
            """
        );
        Assert.Equal(("family 26 model 2", 1), Read());
    }

    private void Write(int day, string model, string instructions, int method) =>
        folder.Write(
            string.Create(CultureInfo.InvariantCulture, $"published/runs/{day}.json"),
            string.Create(
                CultureInfo.InvariantCulture,
                $$"""
                {"started":"2026-11-2{{day}}T10:00:00Z","runtime":".NET 10.0.12, X64 RyuJIT {{instructions}}","method":{{method}},
                "machine":{"processorModel":"{{model}}"},"topics":[{"files":["N.T-report-full.json"]} ]}
                """
            )
        );

    private (string? Model, int? Method) Read()
    {
        var machine = Assert.Single(folder.Load("published").Environments);
        return (machine.ProcessorModel, machine.Method);
    }
}
