using FsCheck.Fluent;

namespace Bench.Core.Tests;

public sealed class MultipleTestingTests
{
    // Worked by hand from the definitions: p·(m - i) from below, never falling; p·m / i from above, never rising.
    [Fact]
    public void Adjusted_values_are_those_of_the_definitions()
    {
        double[] p = [0.04, 0.001, 0.03, 0.02, 0.6];
        Near([0.09, 0.005, 0.09, 0.08, 0.6], MultipleTesting.Holm(p));
        Near([0.05, 0.005, 0.05, 0.05, 0.6], MultipleTesting.BenjaminiHochberg(p));
    }

    [Fact]
    public void Holm_is_never_below_Benjamini_Hochberg_nor_that_below_p() =>
        Properties.Hold(Gen.Choose(0, 1000).Select(value => value / 1000.0).ArrayOf().ToArbitrary(), p =>
        {
            var holm = MultipleTesting.Holm(p);
            var discovery = MultipleTesting.BenjaminiHochberg(p);
            for (var i = 0; i < p.Length; i++)
                Assert.True(p[i] <= discovery[i] + 1e-12 && discovery[i] <= holm[i] + 1e-12 && holm[i] <= 1);
        });

    [Fact]
    public void What_is_no_probability_is_refused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => MultipleTesting.Holm([0.5, double.NaN]));

    private static void Near(double[] expected, double[] actual)
    {
        Assert.Equal(expected.Length, actual.Length);
        foreach (var (a, b) in expected.Zip(actual))
            Assert.Equal(a, b, 12);
    }
}
