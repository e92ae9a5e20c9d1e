namespace Bench.Runner.Tests;

public sealed class PackageVersionTests
{
    [Theory]
    [InlineData("Npgsql@10.0.3", "Npgsql", "10.0.3")]
    [InlineData("A.B-C_d@2.0.0-rc.1", "A.B-C_d", "2.0.0-rc.1")]
    [InlineData("A@1", "A", "1")]
    public void A_package_is_read_as_dotnet_writes_it(string text, string name, string version) =>
        Assert.Equal(new PackageVersion(name, version), PackageVersion.Parse(text));

    [Theory]
    [InlineData("Npgsql")]
    [InlineData("Npgsql@")]
    [InlineData("@1.0.0")]
    [InlineData("Npgsql=1.0.0")]
    [InlineData("Npgsql@1.*")]
    [InlineData("Npgsql@[1.0,2.0)")]
    [InlineData("Npgsql@latest")]
    [InlineData("\"/>@1.0.0")]
    [InlineData("A@1.2.3.4.5")]
    public void Anything_else_is_none(string text) => Assert.Null(PackageVersion.Parse(text));

    [Theory]
    [InlineData("1.0", "1.0.0", true)]
    [InlineData("1", "1.0.0", true)]
    [InlineData("1.0.0.0", "1.0.0", true)]
    [InlineData("1.0.0.4", "1.0.0.4", true)]
    [InlineData("01.02.3", "1.2.3", true)]
    [InlineData("2.0.0-RC.1", "2.0.0-rc.1", true)]
    [InlineData("2.0.0+build", "2.0.0", true)]
    [InlineData("2.0.0-rc.1", "2.0.0", false)]
    [InlineData("1.0.1", "1.0.0", false)]
    [InlineData("1.0.0.1", "1.0.0", false)]
    public void NuGet_writes_some_versions_differently(string version, string written, bool isSame) =>
        Assert.Equal(isSame, new PackageVersion("A", version).IsVersion(written));
}
