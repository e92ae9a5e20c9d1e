using FsCheck;
using FsCheck.Fluent;

namespace Bench.Tests;

/// <summary>Runs properties with a seed that is printed, and that <c>PROPERTY_SEED</c> sets for the next run.</summary>
internal static class Properties
{
    private static readonly ulong s_seed = ulong.TryParse(Environment.GetEnvironmentVariable("PROPERTY_SEED"), out ulong seed)
        ? seed
        : (ulong)Random.Shared.NextInt64();

    public static void Hold<T>(Arbitrary<T> values, Action<T> property, int cases = 5_000)
    {
        TestContext.Current.TestOutputHelper?.WriteLine($"PROPERTY_SEED={s_seed}");
        Config config = Config.QuickThrowOnFailure
            .WithQuietOnSuccess(true)
            .WithMaxTest(cases)
            .WithReplay(new Replay(new Rnd(s_seed), null));
        Check.One(config, Prop.ForAll(values, property));
    }
}
