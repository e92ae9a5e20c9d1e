using System.Reflection;
using Xunit.v3;

[assembly: Bench.Tests.StartsNoProcess]

namespace Bench.Tests;

/// <summary>
/// Fails a test without the trait Process if this test process has had a child process although no test with the trait has begun.
/// With <c>dotnet test --filter Category!=Process</c> this finds every test that lacks the trait, even if the product starts the
/// process.
/// </summary>
[AttributeUsage(AttributeTargets.Assembly)]
internal sealed class StartsNoProcessAttribute : BeforeAfterTestAttribute
{
    private static readonly TimeSpan TimeToBegin = TimeSpan.FromSeconds(10);
    private static volatile bool mayHaveChildren = !OperatingSystem.IsLinux();

    public override void Before(MethodInfo methodUnderTest, IXunitTest test)
    {
        ArgumentNullException.ThrowIfNull(test);
        if (test.Traits.TryGetValue("Category", out var categories) && categories.Contains("Process"))
            mayHaveChildren = true;
    }

    public override void After(MethodInfo methodUnderTest, IXunitTest test)
    {
        if (mayHaveChildren || ChildrenPageFaults() == 0)
            return;
        // A marked class may start a process in its constructor, before its test begins.
        if (SpinWait.SpinUntil(() => mayHaveChildren, TimeToBegin))
            return;
        // Otherwise the other tests would fail because of the same child.
        mayHaveChildren = true;
        Assert.Fail("This test, or one beside it, has started a process: mark it with [Trait(\"Category\", \"Process\")].");
    }

    // The field cminflt of proc_pid_stat(5), which is above 0 once a child has ended.
    private static long ChildrenPageFaults()
    {
        var status = File.ReadAllText("/proc/self/stat");
        return long.Parse(status[(status.LastIndexOf(')') + 2)..].Split(' ')[8], System.Globalization.CultureInfo.InvariantCulture);
    }
}
