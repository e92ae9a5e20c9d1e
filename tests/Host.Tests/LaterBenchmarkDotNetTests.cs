using System.Reflection;
using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Validators;

namespace Bench.Host.Tests;

public sealed class LaterBenchmarkDotNetTests
{
    [Fact]
    public async Task Asynchronous_validators_are_shown_the_cases_and_refuse_the_run()
    {
        List<object> seen = [];
        CaseCollector.Install(typeof(ImmutableConfigBuilder).Assembly, seen.AddRange);

        foreach (var validator in ImmutableConfigBuilder.Validators)
        {
            List<ValidationError> errors = [];
            await foreach (var error in validator.ValidateAsync(new(["one", "two"])))
                errors.Add(error);

            Assert.True(Assert.Single(errors).IsCritical);
            Assert.False(validator.TreatsWarningsAsErrors);
        }

        Assert.Equal(["one", "two", "one", "two"], seen);
    }

    [Theory]
    [InlineData(0, 100, 100)]
    [InlineData(0.25, 100, 125)]
    public async Task A_stream_is_enumerated_to_its_end(double share, int invocations, int streams)
    {
        var rows = new Rows();
        var runner = Runners.Create(Case(nameof(Rows.Stream)), rows, new Injection(share, 0));
        await runner.Run(invocations, Counters.Time);
        Assert.Equal(3 * streams, rows.Items);
        Assert.False(runner.IsOnCallingThread);
    }

    [Theory]
    [InlineData(nameof(Rows.Stream), true)]
    [InlineData(nameof(Rows.Later), true)]
    [InlineData(nameof(Rows.LaterValue), true)]
    [InlineData(nameof(Rows.Now), true)]
    [InlineData(nameof(Rows.Awaitable), false)]
    [InlineData(nameof(Rows.StreamOfItsOwn), false)]
    [InlineData(nameof(Rows.ConfiguredStream), false)]
    public void What_it_awaits_and_a_side_does_not_is_refused(string method, bool isCallable) =>
        Assert.Equal(isCallable, Case(method).UncallableReason is null);

    [Fact]
    public void So_is_a_set_up_of_that_kind() =>
        Assert.Contains("YieldAwaitable", Case(nameof(Rows.Now), nameof(Rows.Awaitable)).UncallableReason);

    [Fact]
    public void A_token_is_one_that_could_be_cancelled()
    {
        Rows.TokenAtSetup = default;
        OpenCase.Open(Case(nameof(Rows.Now), nameof(Rows.Setup)), 0, null);
        Assert.True(Rows.TokenAtSetup.CanBeCanceled);
    }

    private static HostedCase Case(string method, string? setup = null) =>
        new(
            new
            {
                Descriptor = new
                {
                    Type = typeof(Rows),
                    WorkloadMethod = Method(method),
                    GlobalSetupMethod = setup is null ? null : Method(setup),
                },
                Parameters = new { Items = Array.Empty<object>() },
                Job = new
                {
                    Environment = "",
                    Infrastructure = "",
                    Run = "",
                },
            },
            0
        );

    private static MethodInfo Method(string name) => typeof(Rows).GetMethod(name)!;

    private sealed class Rows
    {
        public static CancellationToken TokenAtSetup { get; set; }

        [BenchmarkCancellation]
        public CancellationToken Token { get; set; }

        public int Items { get; private set; }

        public void Setup() => TokenAtSetup = Token;

        public async IAsyncEnumerable<int> Stream()
        {
            for (var i = 0; i < 3; i++)
            {
                await Task.Yield();
                Items++;
                yield return i;
            }
        }

        public Task<int> Later() => Task.FromResult(1);

        public ValueTask<int> LaterValue() => new(1);

        public int Now() => 1;

        public YieldAwaitable Awaitable() => Task.Yield();

        public OwnStream StreamOfItsOwn() => new(Stream());

        public ConfiguredCancelableAsyncEnumerable<int> ConfiguredStream() => Stream().ConfigureAwait(false);
    }

    private sealed class OwnStream(IAsyncEnumerable<int> items) : IAsyncEnumerable<int>
    {
        IAsyncEnumerator<int> IAsyncEnumerable<int>.GetAsyncEnumerator(CancellationToken cancellationToken) =>
            items.GetAsyncEnumerator(cancellationToken);
    }
}
