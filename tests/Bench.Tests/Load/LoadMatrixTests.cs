namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class LoadMatrixTests : IDisposable
{
    private readonly LoadRepository repository = new(
        (
            "own.plan",
            """{"name":"own","sample":"App/App.csproj","connections":8,"rounds":5,"headers":{"Authorization":"Bearer my-secret"},"variants":[{"name":"one"},{"name":"other","switches":["--more"]}]}"""
        )
    );

    public void Dispose() => repository.Dispose();

    [Fact]
    public void A_matrix_shows_its_variants_at_full_speed_and_at_one_pace()
    {
        var run = Matrix();

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Matches(@"\| other \| \d+ \| \d\.\d{3}x \(", run.Output);
        // All counters of both variants, at the same pace.
        var paced = run.Output[run.Output.IndexOf("At the same load", StringComparison.Ordinal)..]
            .Split('\n')
            .Where(line => line.StartsWith("| one", StringComparison.Ordinal) || line.StartsWith("| other", StringComparison.Ordinal))
            .ToArray();
        // The third line is the second variant compared with the first.
        Assert.Equal(3, paced.Length);
        Assert.All(paced[..2], line => Assert.DoesNotContain("|  |", line));
        Assert.Equal(run.Output.Trim(), repository.Read("out/own.md").Trim());
        var kept = repository.Result("out/own.json");
        Assert.Equal(RecordedMatrix.Pace, kept.Pace!.Value, 6);
        Assert.Null(kept.Partial);
        Assert.All(kept.Variants, variant => Assert.Equal(5, variant.Rounds.Count));
        Assert.Matches("^[0-9a-f]{64}$", kept.Source);
        Assert.DoesNotContain("my-secret", repository.Read("out/own.json"));
        Assert.Equal("Bearer my-secret", repository.Measured!.Matrix.Headers["Authorization"]);
    }

    [Fact]
    public void A_run_that_was_interrupted_goes_on_at_its_pace_with_the_rounds_that_it_lacks()
    {
        Matrix();
        var whole = repository.Result("out/own.json");
        repository.Write(
            "out/own.json",
            (
                whole with
                {
                    Pace = 600,
                    Variants = [.. whole.Variants.Select(variant => variant with { Rounds = [.. variant.Rounds.Take(4)] })],
                    Partial = Verb.WasInterrupted,
                }
            ).ToJson()
        );

        var refused = Matrix();
        Assert.Contains("out/own.json is from an interrupted run and will be replaced. Use --resume to continue that run.", refused.Error);
        Assert.Equal((1, 5), (repository.Measured!.TrialRuns, repository.Measured.Rounds));
        repository.Write(
            "out/own.json",
            (
                whole with
                {
                    Pace = 600,
                    Variants = [.. whole.Variants.Select(variant => variant with { Rounds = [.. variant.Rounds.Take(4)] })],
                    Partial = Verb.WasInterrupted,
                }
            ).ToJson()
        );

        var resume = Matrix("--resume");

        Assert.True(resume.ExitCode == 0, resume.Error);
        Assert.DoesNotContain("trial run", resume.Error);
        Assert.Equal((0, 1), (repository.Measured.TrialRuns, repository.Measured.Rounds));
        var resumed = repository.Result("out/own.json");
        Assert.Equal((600d, (string?)null), (resumed.Pace, resumed.Partial));
        Assert.All(resumed.Variants, variant => Assert.Equal(5, variant.Rounds.Count));
        // A complete run is not measured again.
        var again = Matrix("--resume");
        Assert.Contains("is complete. Only missing figures are measured.", again.Error);
        Assert.Equal(0, repository.Measured.Rounds);
        // Rounds of other code are not added to it.
        repository.Write("out/own.json", (whole with { Source = "of other code" }).ToJson());
        var other = Matrix("--resume");
        Assert.Equal(
            (2, true),
            (
                other.ExitCode,
                other.Error.Contains(
                    "cannot be continued: its settings, code, tools, bench version or machine differ.",
                    StringComparison.Ordinal
                )
            )
        );
    }

    [Fact]
    public void An_variant_that_hangs_for_whole_slices_is_no_success()
    {
        var run = Matrix(
            (matrix, folder) =>
                new RecordedMatrix(matrix, folder)
                {
                    Round = (variant, round) =>
                        RecordedMatrix.Usual(round) with
                        {
                            FullSpeedSlices = [new(1), new(variant == 1 && round == 4 ? 0 : 1)],
                        },
                }
        );

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("**No response:** other gave no good response in whole slices of 1 of 5 rounds.", run.Output);
    }

    [Fact]
    public void An_variant_that_does_not_start_is_one_line_and_one_that_ends_later_keeps_whole_rounds()
    {
        RecordedMatrix Failing(LoadMatrix matrix, string folder, int at) =>
            new(matrix, folder)
            {
                Before = (round, _) =>
                {
                    if (round == at)
                        throw new LoadException("other: the setting had no effect: style is missing instead of \"Controllers\".");
                },
            };

        var first = Matrix((matrix, folder) => Failing(matrix, folder, 1));
        Assert.Equal((2, ""), (first.ExitCode, first.Output));
        Assert.Contains("bench: other: the setting had no effect: style is missing", first.Error);

        Assert.Equal(2, Matrix((matrix, folder) => Failing(matrix, folder, 3)).ExitCode);
        Assert.Equal(2, repository.Result("out/own.json").Variants[0].Rounds.Count);
        Assert.Contains("the setting had no effect", repository.Result("out/own.json").Partial);
    }

    [Fact]
    public void An_interruption_keeps_whole_rounds()
    {
        using var interruption = new CancellationTokenSource();
        var run = BenchProgram.Run(
            repository.InterruptedBefore(3, interruption),
            ["load matrix --format markdown own.plan --artifacts out"]
        );

        Assert.Equal(130, run.ExitCode);
        Assert.Contains("bench: it was interrupted", run.Error);
        Assert.Equal(
            (2, Verb.WasInterrupted),
            (repository.Result("out/own.json").Variants[0].Rounds.Count, repository.Result("out/own.json").Partial)
        );
    }

    [Fact]
    public void Connections_that_can_not_be_reached_are_refused_before_anything_is_built()
    {
        repository.ConnectionLimits = new ConnectionLimits(128, 28_000);
        var run = Matrix();
        Assert.Equal(
            (2, "bench: connections: 8 cannot be reached: a process may have only 128 files open (ulimit -n)."),
            (run.ExitCode, run.Error.Trim())
        );
        Assert.Null(repository.Measured);
    }

    private BenchProgram.Finished Matrix(params string[] arguments) => Matrix(null, arguments);

    private BenchProgram.Finished Matrix(LoadRepository.Recording? recording, params string[] arguments) =>
        BenchProgram.Run(repository.Context(recording), ["load matrix --format markdown own.plan --artifacts out", .. arguments]);
}
