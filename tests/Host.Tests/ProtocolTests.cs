using FsCheck;
using FsCheck.Fluent;

namespace Bench.Host.Tests;

/// <summary>
/// A line of the protocol stays one line and arrives unchanged, whatever the names of a program's benchmarks.
/// </summary>
public sealed class ProtocolTests
{
    private static readonly Gen<string> Text = ArbMap.Default.GeneratorFor<NonNull<string>>().Select(text => Readable(text.Get));

    private static readonly Gen<ListedBenchmark> Benchmarks =
        from texts in Text.ArrayOf(9)
        from variables in Text.Select(text => $"NAME={text.Replace('\n', ' ')}").ArrayOf()
        from mode in Gen.Elements(RunMode.Slices, RunMode.Iterations, RunMode.FirstCall)
        from flags in Gen.Elements(true, false).ArrayOf(2)
        from operations in Gen.Choose(1, int.MaxValue)
        from invocations in Gen.Choose(1, int.MaxValue)
        select new ListedBenchmark(
            texts[0],
            texts[1],
            texts[2],
            texts[3],
            texts[4],
            texts[5],
            texts[6],
            texts[7],
            flags[0],
            operations,
            mode,
            (long)invocations * invocations,
            flags[1],
            texts[8],
            variables,
            -invocations
        );

    [Fact]
    public void A_pipe_is_called_by_its_path_which_is_not_too_long_for_a_socket()
    {
        var (name, longName) = ("bench-pipe", new string('p', 99));
        if (OperatingSystem.IsWindows())
            Assert.Equal(name, HostProtocol.PathOfPipe(name));
        else
            Assert.Equal(("/tmp/" + longName, true), (HostProtocol.PathOfPipe(longName), Path.IsPathRooted(HostProtocol.PathOfPipe(name))));
    }

    [Fact]
    public void A_benchmark_arrives_as_it_was_sent() =>
        Properties.Hold(
            Benchmarks.ToArbitrary(),
            sent =>
            {
                var got = ListedBenchmark.Parse(Sent(sent.ToFields()));

                Assert.Equal(sent.Variables, got.Variables);
                Assert.Equal(sent with { Variables = [] }, got with { Variables = [] });
            },
            500
        );

    [Fact]
    public void The_head_of_a_list_arrives_as_it_was_sent() =>
        Properties.Hold(
            (
                from texts in Text.ArrayOf(4)
                from count in Gen.Choose(0, 10_000)
                select new ListHead(count, texts[0], texts[1], texts[2], texts[3], "Server", 8)
            ).ToArbitrary(),
            sent => Assert.Equal(sent, ListHead.Parse(Sent(sent.ToFields()))),
            500
        );

    [Fact]
    public void What_came_of_Main_arrives_as_it_was_sent() =>
        Properties.Hold(
            (
                from trouble in Text
                from types in Text.Select(text => $"Type{text.Replace('\n', ' ')}").ArrayOf()
                from count in Gen.Choose(0, 10_000)
                select new MainEnding(count, trouble, types)
            ).ToArbitrary(),
            sent =>
            {
                var got = MainEnding.Parse(Sent(sent.ToFields()));

                Assert.Equal(sent.OtherTypes, got.OtherTypes);
                Assert.Equal(sent with { OtherTypes = [] }, got with { OtherTypes = [] });
            },
            500
        );

    [Fact]
    public void A_slice_arrives_as_it_was_measured() =>
        Properties.Hold(
            (
                from invocations in Gen.Choose(1, int.MaxValue)
                from times in ArbMap.Default.GeneratorFor<NormalFloat>().ArrayOf(5)
                from milliseconds in Gen.Choose(0, 1_000_000)
                from cores in Gen.Elements<CoreTime?>(
                    null,
                    new CoreTime(times[2].Get, null, times[3].Get),
                    new CoreTime(times[2].Get, times[4].Get, times[3].Get)
                )
                select new Slice(invocations, times[0].Get, times[1].Get, invocations, TimeSpan.FromMilliseconds(milliseconds), cores)
            ).ToArbitrary(),
            sent => Assert.Equal(sent, Slice.Parse(Sent(sent.ToFields()))),
            500
        );

    [Theory]
    [InlineData("")]
    [InlineData("a\tb\nc")]
    [InlineData("Ω 😀 \u202e")]
    public void Any_text_is_one_word(string text)
    {
        var word = HostProtocol.Encode(text);
        Assert.DoesNotContain(word, character => char.IsWhiteSpace(character));
        Assert.Equal(text, HostProtocol.Decode(word));
    }

    private static string[] Sent(string[] fields)
    {
        var line = HostProtocol.Line(fields);
        Assert.DoesNotContain('\n', line);
        var got = HostProtocol.Fields(line);
        Assert.Equal(fields.Length, got.Length);
        return got;
    }

    // UTF-8 can't encode half a surrogate pair.
    private static string Readable(string text) => string.Concat(text.EnumerateRunes());
}
