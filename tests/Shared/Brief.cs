using Bench.Runner;

namespace Bench.Tests;

/// <summary>Settings with which everything happens once. Their figures mean nothing.</summary>
internal static class Brief
{
    public static MeasurementSettings Measurement { get; } =
        new()
        {
            SliceNanoseconds = 1e6,
            MinWarmUp = TimeSpan.FromMilliseconds(50),
            MaxWarmUp = TimeSpan.FromMilliseconds(100),
            MaxWarmUpWhileCompiling = TimeSpan.FromMilliseconds(100),
            Quiet = TimeSpan.FromMilliseconds(20),
            QuietOfMany = TimeSpan.FromMilliseconds(20),
            MinMeasured = TimeSpan.FromMilliseconds(50),
            MaxMeasured = TimeSpan.FromMilliseconds(50),
        };

    public static IMeasurements Measurements { get; } =
        new ProcessMeasurements(settings =>
            Measurement with
            {
                CountsAllocation = settings.CountsAllocation,
                Variables = settings.Variables,
                Injection = settings.Injection,
            }
        );
}
