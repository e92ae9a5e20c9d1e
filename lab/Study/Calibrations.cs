using System.Text.Json;
using Bench.Results;

namespace Lab.Study;

internal static class Calibrations
{
    public static IReadOnlyList<CalibratedChange> Read(string path)
    {
        try
        {
            var changes = File.Exists(path)
                ? JsonSerializer.Deserialize(new InputFile(path, path).ReadText(), CalibrationContext.Default.CalibratedChangeArray) ?? []
                : [];
            return changes.All(change =>
                change is { Benchmark: not null }
                && new[] { change.Truth, change.Interleaved, change.TruthError, change.InterleavedError, change.HalfInterval ?? 0 }.All(
                    value => Math.Abs(value) <= 50
                )
            )
                ? changes
                : throw new JsonException();
        }
        catch (JsonException e)
        {
            throw new ResultsException(path, "is not a list of calibrated changes.", e);
        }
    }

    public static void Write(string path, IEnumerable<CalibratedChange> changes) =>
        WholeFile.Write(path, JsonSerializer.Serialize([.. changes], CalibrationContext.Default.CalibratedChangeArray) + "\n");
}
