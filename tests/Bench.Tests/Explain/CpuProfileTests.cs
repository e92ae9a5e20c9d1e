using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Bench.Cli.Explain;

namespace Bench.Tests;

public class CpuProfileTests
{
    private const string Answer = "Bench.Host.HostServer.Answer(class System.String[])";
    private const string Serve = "Bench.Host.HostServer.Serve()";
    private const string Worker = "System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()";
    private const string Dispatch = "System.Threading.ThreadPoolWorkQueue.Dispatch()";
    private const string Total = "Demo.Sums.Total()";
    private const string Sum = "Demo.Slow.Sum(int32[])";

    [Fact]
    public void Work_under_the_host_ends_where_the_host_begins() => Assert.Equal([Sum, Total], Stack(Sum, Total, Answer, Serve).Work());

    [Fact]
    public void Work_of_a_pool_thread_ends_where_it_is_handed_out() =>
        Assert.Equal([Sum, Total], Stack(Sum, Total, Dispatch, Worker).Work());

    [Fact]
    public void The_samplers_own_poll_is_its_callers_time() =>
        Assert.Equal([Total], Stack("System.Threading.Thread.<PollGC>g__PollGCWorker|67_0()", Total, Answer, Serve).Work());

    [Fact]
    public void A_native_leaf_is_its_callers_time() =>
        Assert.Equal([Total], new SampledStack(["", Total, Answer, Serve], IsManaged: false).Work());

    [Theory]
    [InlineData(false, "System.Threading.Thread.Sleep(int32)", Total, Answer, Serve)]
    [InlineData(
        false,
        "System.Threading.WaitHandle.WaitOneNoCheck(int32)",
        "System.Threading.PortableThreadPool+GateThread.GateThreadStart()"
    )]
    [InlineData(false, "System.Threading.LowLevelLifoSemaphore.WaitForSignal(int32)", Worker)]
    [InlineData(true, "System.Threading.LowLevelLifoSemaphore.Wait(int32,bool)", Worker)]
    [InlineData(true, "System.Threading.Tasks.Task.SpinWait(int32)", "System.Threading.Tasks.Task.InternalWait(int32)", Answer, Serve)]
    [InlineData(false, "", "System.Net.Sockets.SocketAsyncEngine.EventLoop()", "System.Threading.Thread.StartCallback()")]
    [InlineData(false, "System.Net.Sockets.SocketPal.TryCompleteReceiveFrom()", "System.IO.StreamReader.ReadLine()", Serve)]
    [InlineData(true, "System.IO.StreamReader.ReadLine()", Serve)]
    [InlineData(
        true,
        "System.Random.Next()",
        "Demo.Sums.Fill()",
        "System.Reflection.MethodBaseInvoker.InvokeWithNoArgs(class System.Object)",
        Answer,
        Serve
    )]
    [InlineData(true, "System.Diagnostics.Tracing.EventSource.Something()", "System.Diagnostics.Tracing.EventPipeEventProvider.Callback()")]
    [InlineData(true, "")]
    public void Waiting_talking_and_setting_up_is_no_work(bool isManaged, params string[] frames) =>
        Assert.Null(new SampledStack(frames, isManaged).Work());

    /// <summary>The profile compares names as text. After a rename of these types, the host's own protocol would count as work.</summary>
    [Fact]
    public void The_host_has_the_types_and_methods_that_are_left_out()
    {
        using var host = new PEReader(File.OpenRead(Path.Combine(AppContext.BaseDirectory, "Bench.Host.dll")));
        var metadata = host.GetMetadataReader();
        string[] types = [.. metadata.TypeDefinitions.Select(type => TypeName(metadata.GetTypeDefinition(type)))];
        var server = metadata.GetTypeDefinition(
            metadata.TypeDefinitions.Single(type => $"{TypeName(metadata.GetTypeDefinition(type))}.Serve(" == SampledStack.Talk)
        );

        Assert.Contains(SampledStack.Lifeline, types);
        Assert.Contains("Serve", server.GetMethods().Select(method => metadata.GetString(metadata.GetMethodDefinition(method).Name)));

        string TypeName(TypeDefinition type) => $"{metadata.GetString(type.Namespace)}.{metadata.GetString(type.Name)}";
    }

    [Fact]
    public void Shares_are_of_the_samples_at_work()
    {
        var profile = CpuProfile.Create([
            Stack(Sum, Total, Answer),
            Stack(Sum, Total, Answer),
            Stack(Total, Answer),
            Stack(Answer, Serve),
            Stack("System.IO.StreamReader.ReadLine()", Serve),
        ]);

        Assert.Equal(4, profile.Samples);
        Assert.Equal([new(Sum, 0.5, 0.5), new(Total, 0.25, 0.75), new(SampledStack.Loop, 0.25, 0.25)], profile.Methods);
    }

    [Fact]
    public void A_method_that_calls_itself_counts_once() =>
        Assert.Equal([new MethodShare(Total, 1, 1)], CpuProfile.Create([Stack(Total, Total, Total, Answer)]).Methods);

    [Fact]
    public void Names_are_the_same_in_both_builds() =>
        Assert.Equal(
            "Demo.Sums+<>c.<Linq>b__#(System.Span`1<int32>)",
            Assert.Single(CpuProfile.Create([Stack("Demo.Sums+<>c.<Linq>b__5_0(value class System.Span`1<int32>)", Answer)]).Methods).Method
        );

    [Fact]
    public void Without_samples_there_are_no_shares() =>
        Assert.Equal((0, 0, 0.0), (CpuProfile.Create([]).Samples, CpuProfile.Create([]).Methods.Count, CpuProfile.Create([]).NativeShare));

    private static SampledStack Stack(params string[] frames) => new(frames, IsManaged: true);
}
