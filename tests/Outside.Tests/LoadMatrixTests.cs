namespace Outside.Tests;

public sealed class LoadMatrixTests : LoadProgram
{
    /// <summary>Both generators need the token: without it every request is refused.</summary>
    private const string Plan =
        """{"name":"own","sample":"MiddlewareApi","connections":8,"rounds":5,"durationSeconds":1,"sliceSeconds":1,"warmUpSeconds":1,"headers":{"Authorization":"Bearer a-token-of-the-sample","Accept-Encoding":"gzip"},"variants":[{"name":"one","switches":["--Layers","Authentication"]},{"name":"other","switches":["--Layers","Authentication,Compression"],"environment":{"DOTNET_gcServer":"0"},"expectHeaders":{"Content-Encoding":"gzip"}}]}""";

    [Fact]
    public void A_matrix_measures_its_variants_at_full_speed_and_at_one_pace_each_request_with_its_headers()
    {
        NeedsTools();
        Write(Plan);

        var run = RunInside(
            Checkout.Root,
            RepeatedRounds.OfThisMachine,
            ["load matrix", Path.Combine(Folder, "own.plan"), "--artifacts", Folder]
        );

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Matches(@"\| other \| \d+ \| \d\.\d{3}x \(", run.Output);
        // All counters of both variants, at the same pace.
        var paced = run.Output[run.Output.IndexOf("At the same load", StringComparison.Ordinal)..]
            .Split('\n')
            .Where(line => line.StartsWith("| one", StringComparison.Ordinal) || line.StartsWith("| other", StringComparison.Ordinal))
            .ToArray();
        // The third line is the second variant compared with the first.
        Assert.Equal(3, paced.Length);
        Assert.All(paced, line => Assert.DoesNotContain("|  |", line));
        Assert.Matches(@"^\| other \| \d+\.\d{3}x \(.*\| \d+\.\d{3}x \(.*\| \d+\.\d{3}x \(.*\| \d+\.\d{3}x \(", paced[2]);

        var whole = MatrixResult.Read(Path.Combine(Folder, "own.json"));
        Assert.All(whole.Variants.SelectMany(variant => variant.Rounds), round =>
        {
            Assert.Equal((0, 0), (round.Peak.Errors.Status, round.Paced!.Failed));
            Assert.InRange(round.IdleCores!.Value, 0, Environment.ProcessorCount);
            // A busy machine completes fewer requests. It completes more only because each connection may be one request ahead.
            Assert.InRange(round.Paced.Requests, 1, (1.02 * whole.Pace!.Value * round.PacedSeconds) + 16);
        });
        Assert.Matches("^[0-9a-f]{64}$", whole.Source);
    }
}
