using Bench.Harness.Records;

namespace Bench.Harness.Tests;

public sealed class ProcessorModelTests
{
    [Fact]
    public void Family_and_model_tell_processors_of_one_name_apart()
    {
        Assert.Equal(
            "family 26, model 2",
            ProcessorModel.Parse([
                "processor\t: 0",
                "vendor_id\t: AuthenticAMD",
                "cpu family\t: 26",
                "model\t\t: 2",
                "model name\t: AMD EPYC",
                "stepping\t: 1",
            ])
        );
        Assert.Null(ProcessorModel.Parse(["processor\t: 0", "CPU implementer\t: 0x41", "CPU part\t: 0xd0c"]));
        Assert.Null(ProcessorModel.Parse([]));
    }
}
