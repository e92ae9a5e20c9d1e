namespace Suite.Tests.Samples;

public sealed class PeopleTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(10_000)]
    public void A_page_has_the_size_that_was_asked(int size) => Assert.Equal(size, People.Page(size).Length);

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(10_001)]
    public void No_other_size_is_a_page(int size) => Assert.Throws<ArgumentOutOfRangeException>(() => People.Page(size));

    [Fact]
    public void A_page_is_the_start_of_a_larger_one() => Assert.Equal(People.Page(100), People.Page(10_000).Take(100));

    [Fact]
    public void People_are_ASCII_and_not_all_alike()
    {
        var people = People.Page(People.LargestPageSize);
        Assert.All(people, person => Assert.True((person.Name + person.Surname).All(char.IsAscii)));
        Assert.Equal(people.Length, people.Distinct().Count());
    }
}
