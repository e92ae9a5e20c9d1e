using Bench.Comparison;
using Bench.Load;
using Bench.Runner;

namespace Bench.Cli.Load;

/// <param name="Project">The project of the work tree.</param>
/// <param name="Checkout">The folder of the baseline's sources.</param>
internal sealed record BuiltFrom(Repository Repository, string Project, string Checkout);

/// <summary>Measures both builds of a load gate until the verdict is clear, and keeps complete rounds.</summary>
/// <param name="planned">A result without rounds.</param>
internal sealed class LoadGateCheck(
    MatrixRun run,
    MatrixResult planned,
    Settings settings,
    LoadGateOptions options,
    LoadEndpoint endpoint,
    BuiltFrom sources,
    Context context
)
{
    private readonly MatrixLevel level = run.Levels[0];
    private Settings settings = settings;
    private bool hasSameCode;
    private string? unanswered;
    private JudgedMatrix? judged;

    /// <summary>Complete rounds only.</summary>
    public int Rounds => level.Rounds;

    /// <param name="partial">Why not everything was measured; null if it was.</param>
    public JudgedMatrix Judge(string? partial) =>
        partial is null && unanswered is null && judged is not null ? judged : new JudgedMatrix(Result(partial), settings);

    private MatrixResult Result(string? partial) =>
        (
            planned with
            {
                Pace = level.Pace,
                Variants = level.Variants,
                Partial = partial,
                HasSameCode = hasSameCode ? true : null,
                Unanswered = unanswered,
                Check = planned.Check! with { ShareOfOthers = hasSameCode ? null : run.ShareOfOthers },
            }
        ).WithoutSecrets();

    public void Keep(MatrixResult result) =>
        LoadSteps.Keep(context, Path.Combine(options.Folder, planned.Matrix.Name + ".json"), result.ToJson());

    public void Measure()
    {
        try
        {
            MeasureBoth();
        }
        // No page exists yet that names the applied entry of the settings, so the error names it.
        catch (LoadException e) when (level.Rounds == 0 && LoadGateNotices.OfEntry(settings, endpoint) is { } notice)
        {
            throw new LoadException($"{e.Message} ({notice})");
        }
    }

    private void MeasureBoth()
    {
        var programs = run.Publish(context.Cancellation);
        if (LoadGateNotices.OfIgnoredFiles(sources.Repository, sources.Project, programs) is { } notice)
        {
            context.Screen.Complain($"{notice}.");
            settings = settings with { Notices = [.. settings.Notices, notice] };
        }

        if (!options.MeasuresSameCode && IsSameProgram(programs, [sources.Checkout, sources.Repository.Root]))
        {
            hasSameCode = true;
            return;
        }

        try
        {
            foreach (var look in LoadLook.Of(planned.Matrix.Rounds))
            {
                run.Measure(look.Rounds, KeepRound, context.Cancellation);
                judged = new JudgedMatrix(Result(null), settings);
                if (look.Ends(judged, options.Judging.Strictness(settings)))
                    break;
            }
        }
        // The baseline responds to the same generator, so the candidate is at fault. That is a result, not a failure of the check.
        catch (UnansweredException e) when (e.Variant.Name == planned.Matrix.Variants[1].Name)
        {
            unanswered = e.Message;
        }
    }

    // If the file can't be written now, it is tried again at the end, when the verdict is known.
    private void KeepRound()
    {
        if (level.Rounds == 1 && LoadGateNotices.OfSlowSlices(planned.Matrix, level.Pace) is { } slow)
            context.Screen.Complain(slow);
        try
        {
            Keep(Result(Verb.WasInterrupted));
        }
        catch (UsageException e)
        {
            context.Screen.Complain($"{e.Message} The check continues.");
        }
    }

    // A published program runs in its own folder and reads no sources, so no source files are compared.
    private static bool IsSameProgram(IReadOnlyList<string> programs, string[] roots)
    {
        BuildOutput[] outputs = [.. programs.Zip(roots, (program, root) => new BuildOutput(Path.GetDirectoryName(program)!, root))];
        return BuildComparison.Create(outputs[0], outputs[1], []).IsSame;
    }
}
