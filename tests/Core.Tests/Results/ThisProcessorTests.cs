namespace Bench.Core.Tests;

public sealed class ThisProcessorTests
{
    [Fact]
    public void Family_model_and_stepping_tell_processors_of_one_name_apart()
    {
        var processor = ThisProcessor.ParseLinux([
            "processor\t: 0",
            "vendor_id\t: AuthenticAMD",
            "cpu family\t: 26",
            "model\t\t: 2",
            "model name\t: AMD EPYC",
            "stepping\t: 1",
            "",
            "processor\t: 1",
            "model\t\t: 3",
        ]);

        Assert.Equal(new ThisProcessor("AMD EPYC", "AuthenticAMD family 26 model 2 stepping 1"), processor);
    }

    [Fact]
    public void A_processor_of_Arm_has_numbers_of_its_own()
    {
        var processor = ThisProcessor.ParseLinux([
            "processor\t: 0",
            "CPU implementer\t: 0x41",
            "CPU variant\t: 0x3",
            "CPU part\t: 0xd0c",
            "CPU revision\t: 1",
        ]);

        Assert.Equal(new ThisProcessor(null, "implementer 0x41 part 0xd0c variant 0x3 revision 1"), processor);
    }

    [Fact]
    public void Windows_says_the_same_in_a_variable() =>
        Assert.Equal(
            "GenuineIntel family 6 model 158 stepping 10",
            ThisProcessor.ParseWindows("Intel64 Family 6 Model 158 Stepping 10, GenuineIntel").Model
        );

    [Fact]
    public void What_the_system_does_not_say_is_not_known()
    {
        Assert.Equal(new ThisProcessor(null, null), ThisProcessor.ParseLinux(["processor\t: 0", "Hardware\t: BCM2835"]));
        Assert.Equal(new ThisProcessor(null, null), ThisProcessor.ParseWindows(null));
    }
}
