using System.Runtime.CompilerServices;

namespace Bench.Host.Tests;

public sealed class MethodRecorderTests
{
    [Fact]
    public void What_ran_since_the_start_is_known_and_what_did_not_is_not()
    {
        Environment.SetEnvironmentVariable(HostProtocol.RecordVariable, "1");
        using var recorder = MethodRecorder.StartWhereAsked()!;

        new Inner<string>().Ran();
        var methods = recorder.Methods();

        // Child processes must not record too.
        Assert.Null(Environment.GetEnvironmentVariable(HostProtocol.RecordVariable));
        var ran = Assert.Single(methods, method => method.Name == nameof(Inner<string>.Ran));
        Assert.Equal(typeof(Inner<>).GetMethod(nameof(Inner<string>.Ran))!.MetadataToken, ran.Token);
        Assert.StartsWith("Bench.Host.Tests.MethodRecorderTests+Inner`1", ran.Type, StringComparison.Ordinal);
        Assert.DoesNotContain(methods, method => method.Name == nameof(Inner<string>.DidNotRun));
        Assert.Equal(ran, RecordedMethod.Parse(ran.ToFields()));
    }

    [Fact]
    public void Loaded_assemblies_are_known_by_their_files() =>
        Assert.Contains(typeof(MethodRecorderTests).Assembly.Location, MethodRecorder.Modules());

    private sealed class Inner<T>
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public T? Ran() => default;

        [MethodImpl(MethodImplOptions.NoInlining)]
        public T? DidNotRun() => default;
    }
}
