using System.Globalization;
using System.Text.Json;

namespace Bench.Comparison;

// A change cannot loosen its own check. If it changes the settings, those of the baseline decide, and the report lists the changes that
// apply after the merge. The regressions that it accepts count within limits, so that a reviewer sees them.
internal static class ProposedSettings
{
    public static Settings Join(Settings baseline, Settings candidate, DateOnly today)
    {
        var (added, notices) = ProposedAcceptances.Limit(
            [.. candidate.Accepted.Where(accepted => !baseline.Accepted.Any(known => Same(known, accepted)))],
            today
        );
        LoadEndpoint[] loaded = [.. candidate.Load.Where(endpoint => baseline.Load.All(known => known.Name != endpoint.Name))];
        var newLoad = loaded.ToDictionary(
            endpoint => endpoint.Name!,
            endpoint => $"{Settings.FileName}: load '{endpoint.Name}' is new with this change"
        );
        var changedLoad = ChangesOfLoad(baseline, candidate).ToDictionary(change => change.Name, change => Later(change.Text));
        return baseline with
        {
            Accepted = [.. baseline.Accepted, .. added],
            Load = [.. baseline.Load, .. loaded],
            Proposed = candidate,
            NoticesOfLoad = newLoad.Concat(changedLoad).ToDictionary(),
            Notices =
            [
                .. baseline.Notices,
                .. notices,
                .. newLoad.Values,
                .. ChangesOfDefaults(baseline, candidate).Select(Later),
                .. changedLoad.Values,
                .. ChangesOfRules(baseline, candidate).Select(Later),
            ],
        };

        static string Later(string change) => $"{Settings.FileName}: {change} (applies after the merge)";
    }

    private static string Text(LoadEndpoint? endpoint) => JsonSerializer.Serialize(endpoint, SettingsContext.Default.LoadEndpoint);

    private static IEnumerable<string> ChangesOfDefaults(Settings baseline, Settings candidate)
    {
        if (Difference("margin", Percent(baseline.Margin.Relative), Percent(candidate.Margin.Relative)) is { } margin)
            yield return margin;
        if (Difference("noise floor", Nanoseconds(baseline.Margin.NoiseFloor), Nanoseconds(candidate.Margin.NoiseFloor)) is { } floor)
            yield return floor;
        if (
            Difference("largest share of inconclusive benchmarks", Share(baseline.MaxInconclusive), Share(candidate.MaxInconclusive)) is
            { } share
        )
            yield return share;
        if (Difference("project", baseline.Project ?? "the current folder", candidate.Project ?? "the current folder") is { } project)
            yield return project;
        if (Difference("target framework", baseline.Framework ?? "the newest", candidate.Framework ?? "the newest") is { } framework)
            yield return framework;
    }

    private static IEnumerable<(string Name, string Text)> ChangesOfLoad(Settings baseline, Settings candidate)
    {
        foreach (var endpoint in baseline.Load)
        {
            var proposed = candidate.Load.FirstOrDefault(other => other.Name == endpoint.Name);
            if (Text(proposed) != Text(endpoint))
                yield return (endpoint.Name!, $"load '{endpoint.Name}' {(proposed is null ? "removed" : "changed")}");
        }
    }

    private static IEnumerable<string> ChangesOfRules(Settings baseline, Settings candidate)
    {
        // The last rule that matches counts, so a changed order is listed too.
        foreach (var pattern in baseline.Rules.Concat(candidate.Rules).Select(rule => rule.Pattern.Text).Distinct(StringComparer.Ordinal))
        {
            var (before, after) = (baseline.Rules.LastOrDefault(Is), candidate.Rules.LastOrDefault(Is));
            if (
                Difference(
                    $"margin of '{pattern}'",
                    Percent(before?.Relative ?? baseline.Margin.Relative),
                    Percent(after?.Relative ?? candidate.Margin.Relative)
                ) is
                { } own
            )
                yield return own;
            if (
                Difference(
                    $"noise floor of '{pattern}'",
                    Nanoseconds(before?.NoiseFloorNanoseconds ?? baseline.Margin.NoiseFloor),
                    Nanoseconds(after?.NoiseFloorNanoseconds ?? candidate.Margin.NoiseFloor)
                ) is
                { } ownFloor
            )
                yield return ownFloor;

            bool Is(BenchmarkRule rule) => rule.Pattern.Text == pattern;
        }

        string[] orderBefore = [.. Patterns(baseline).Intersect(Patterns(candidate), StringComparer.Ordinal)],
            orderAfter = [.. Patterns(candidate).Intersect(Patterns(baseline), StringComparer.Ordinal)];
        if (!orderBefore.SequenceEqual(orderAfter, StringComparer.Ordinal))
            yield return "order of the rules";
        foreach (var control in Texts(candidate).Except(Texts(baseline), StringComparer.Ordinal))
            yield return $"new control '{control}'";
        foreach (var control in Texts(baseline).Except(Texts(candidate), StringComparer.Ordinal))
            yield return $"control '{control}' removed";
        foreach (var accepted in baseline.Accepted.Where(known => !candidate.Accepted.Any(accepted => Same(known, accepted))))
            yield return $"acceptance of a regression in {ProposedAcceptances.NameOf(accepted.Metric)} of '{accepted.Benchmark.Text}' removed";

        static IEnumerable<string> Patterns(Settings settings) =>
            settings.Rules.Select(rule => rule.Pattern.Text).Reverse().Distinct(StringComparer.Ordinal);
        static IEnumerable<string> Texts(Settings settings) => settings.Controls.Select(control => control.Text);
    }

    private static bool Same(AcceptedRegression one, AcceptedRegression other) =>
        (one.Benchmark.Text, one.Metric, one.Reason, one.Until) == (other.Benchmark.Text, other.Metric, other.Reason, other.Until);

    private static string? Difference(string what, string before, string after) => before == after ? null : $"{what} {before} -> {after}";

    private static string Percent(double share) => share.ToString("0.##%", CultureInfo.InvariantCulture);

    private static string Share(double? share) => Percent(share ?? new Strictness().MaxInconclusive);

    private static string Nanoseconds(double nanoseconds) => string.Create(CultureInfo.InvariantCulture, $"{nanoseconds:0.###} ns");
}
