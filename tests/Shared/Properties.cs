using FsCheck;
using FsCheck.Fluent;

namespace Bench.Tests;

/// <summary>Runs properties with a seed that is printed. <c>PROPERTY_SEED</c> repeats it.</summary>
internal static class Properties
{
    private static readonly ulong Seed = ulong.TryParse(Environment.GetEnvironmentVariable("PROPERTY_SEED"), out ulong given)
        ? given
        : (ulong)Random.Shared.NextInt64();

    public static void Hold<T>(Arbitrary<T> values, Action<T> property, int cases = 5_000)
    {
        TestContext.Current.TestOutputHelper?.WriteLine($"PROPERTY_SEED={Seed}");
        Config config = Config.QuickThrowOnFailure.WithQuietOnSuccess(true).WithMaxTest(cases).WithReplay(new Replay(new Rnd(Seed), null));
        Check.One(config, Prop.ForAll(values, property));
    }
}
