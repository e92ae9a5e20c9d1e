using System.Globalization;
using System.Text.Json;
using Bench.Comparison;

namespace Lab.Trials;

/// <summary>A measurement whose right answer is known.</summary>
/// <param name="IsOf">Recognizes the records of this trial.</param>
/// <param name="Number">The number of such records after it.</param>
internal sealed record Trial<T>(Func<T, bool> IsOf, Func<T> Run, int Number = 1);

/// <summary>The records of trials, a line of JSON each, and the page about them.</summary>
/// <param name="path">The folder, in full.</param>
/// <param name="render">Makes the page.</param>
/// <param name="file">The name of the file of records.</param>
internal sealed class TrialFolder<T>(string path, Func<IReadOnlyList<T>, string> render, string file = TrialFolder.Records)
{
    private readonly List<T> records = [.. TrialFolder.Read<T>(path, file)];

    /// <summary>Runs the trials that have no record yet, so an interrupted command can continue.</summary>
    public int Run(IEnumerable<Trial<T>> trials, Func<T, FormattableString> summary, Context context)
    {
        Directory.CreateDirectory(path);
        WritePage();
        try
        {
            foreach (var trial in trials.Where(trial => records.Count(trial.IsOf) < trial.Number))
            {
                var record = trial.Run();
                records.Add(record);
                TrialFolder.Append(path, file, record);
                WritePage();
                var time = context.Clock.GetLocalNow().ToString("HH:mm", CultureInfo.InvariantCulture);
                context.Screen.WriteLine($"{time} {summary(record).ToString(CultureInfo.InvariantCulture)}");
            }

            return (int)ExitCode.Passed;
        }
        catch (OperationCanceledException)
        {
            context.Screen.Complain($"interrupted: {records.Count} records are kept in {Path.Combine(path, file)}.");
            return (int)ExitCode.Interrupted;
        }
    }

    private void WritePage() => File.WriteAllText(Path.Combine(path, "README.md"), render(records));
}

internal static class TrialFolder
{
    public const string Records = "records.jsonl";

    private static readonly JsonSerializerOptions Format = new(JsonSerializerDefaults.Web);

    public static IReadOnlyList<T> Read<T>(string folder, string file)
    {
        var path = Path.Combine(folder, file);
        return File.Exists(path) ? [.. File.ReadLines(path).Select(line => JsonSerializer.Deserialize<T>(line, Format)!)] : [];
    }

    public static void Append<T>(string folder, string file, T record) =>
        File.AppendAllText(Path.Combine(folder, file), JsonSerializer.Serialize(record, Format) + "\n");
}
