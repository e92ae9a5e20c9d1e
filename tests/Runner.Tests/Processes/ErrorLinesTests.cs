namespace Bench.Runner.Tests;

public sealed class ErrorLinesTests
{
    // The format of the runtime's host.
    [Fact]
    public void A_runtime_that_is_missing_is_named_with_what_to_do() =>
        Assert.Equal(
            "'Microsoft.NETCore.App', version '8.0.0' (x64) is not installed. Install it, or use a newer one with --env DOTNET_ROLL_FORWARD=Major",
            Last(
                """
                You must install or update .NET to run this application.

                App: /repository/bench/bin/Release/net8.0/Layout.dll
                Architecture: x64
                Framework: 'Microsoft.NETCore.App', version '8.0.0' (x64)
                .NET location: /usr/share/dotnet/

                The following frameworks were found:
                  10.0.12 at [/usr/share/dotnet/shared/Microsoft.NETCore.App]

                Learn more:
                https://aka.ms/dotnet/app-launch-failed
                """
            )
        );

    [Theory]
    [InlineData(null, "")]
    [InlineData("it said this", "it said this\nand that")]
    [InlineData("Unhandled exception. System.Exception: no", "a warning\nUnhandled exception. System.Exception: no\n   at A.B()")]
    [InlineData("Process terminated. it is over", "Process terminated.\nit is over\n   at A.B()")]
    public void A_crash_is_told_by_its_message_and_anything_else_by_its_first_line(string? expected, string written) =>
        Assert.Equal(expected, Last(written));

    private static string? Last(string written)
    {
        var lines = new ErrorLines();
        foreach (var line in written.Split('\n'))
            lines.Keep(line);
        return lines.Last();
    }
}
