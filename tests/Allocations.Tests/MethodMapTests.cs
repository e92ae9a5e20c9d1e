using Bench.Allocations.Sampling;

namespace Bench.Allocations.Tests;

public sealed class MethodMapTests
{
    [Theory]
    [InlineData("Shop.Price.Parse", "Shop.Price.Parse")]
    [InlineData("Shop.Tests+<>c.<Parses>b__3_0", "Shop.Tests.Parses")]
    [InlineData("Shop.Tests+<>c__DisplayClass3_0.<Parses>b__0", "Shop.Tests.Parses")]
    [InlineData("Shop.Tests.<Parses>g__Local|3_0", "Shop.Tests.Parses")]
    [InlineData("Shop.Orders+<LoadAsync>d__3.MoveNext", "Shop.Orders.LoadAsync")]
    [InlineData("Shop.Orders+<LoadAsync>d__3`1[System.__Canon].MoveNext", "Shop.Orders.LoadAsync")]
    [InlineData("Shop.Tests+<>c+<<Parses>b__3_0>d.MoveNext", "Shop.Tests.Parses")]
    [InlineData("Program+<>c.<<Main>$>b__0_4", "Program.<Main>$")]
    public void Names_of_generated_code_are_those_of_the_source(string found, string shown) => Assert.Equal(shown, MethodMap.Plain(found));
}
