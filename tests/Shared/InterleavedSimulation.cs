namespace Bench.Tests;

/// <summary>Runs of a shared machine: drift is common to a category's launch, and the ratios in it spread by 1 to 3%.</summary>
internal sealed class InterleavedSimulation(int seed)
{
    private readonly Random random = new(seed);

    public double Drift { get; init; } = 0.08;

    public int Launches { get; init; } = 3;

    public double MaxSpread { get; init; } = 0.015;

    public void Write(Folder folder, string name, int categories, string changed, double machine, double factor = 1.25)
    {
        var run = new InterleavedRun();
        for (var i = 0; i < categories; i++)
            run.Add(i, Category(i, changed, machine, factor));
        run.Write(folder, name);
    }

    private (string, double[])[] Category(int size, string changed, double machine, double factor)
    {
        double[] launches = [.. Enumerable.Range(0, Launches).Select(_ => machine * Math.Exp(Drift * Normal(random)))];
        return
        [
            .. new[] { ("Plain", 1.0), ("Same", 1.2), ("Slower", 2.0), ("Other", 0.8) }.Select(benchmark =>
            {
                var spread = 0.01 + ((MaxSpread - 0.01) * random.NextDouble());
                var isChanged = changed == benchmark.Item1 || changed == $"{benchmark.Item1} of {size}";
                return (
                    benchmark.Item1,
                    launches
                        .Select(launch =>
                            1000
                            * (size + 1)
                            * benchmark.Item2
                            * launch
                            * (isChanged ? factor : 1)
                            * Math.Exp(spread / Math.Sqrt(2) * Normal(random))
                        )
                        .ToArray()
                );
            }),
        ];
    }

    internal static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
