using System.Runtime.InteropServices;
using Bench.PrivatePostgres;

namespace Suite.Tests.AdventureWorks;

[Trait("Category", "Process")]
public sealed class FrameworkTests(SalesServer server)
{
    [Theory]
    [InlineData("net8.0", "8")]
    [InlineData("net9.0", "8")]
    [InlineData("net10.0", "8")]
    public async Task It_answers_with_the_same_bytes(string framework, string entityFramework)
    {
        using var folder = new TemporaryFolder();
        Publish(folder.Path, framework, entityFramework);
        var program = Path.Combine(folder.Path, OperatingSystem.IsWindows() ? "AdventureWorksApi.exe" : "AdventureWorksApi");

        foreach (var style in new[] { "Minimal", "Controllers" })
        {
            using var process = SampleProcess.Start([
                program,
                "--urls",
                "http://127.0.0.1:0",
                "--Style",
                style,
                "--Serializer",
                style == "Minimal" ? "SourceGenerated" : "Newtonsoft",
            ]);
            using var client = new HttpClient { BaseAddress = new Uri(Assert.Single(await process.ReadAddresses())) };

            Assert.Equal(await SwitchTests.Expected.Value, await SwitchTests.Describe(call => call.SendTo(client)));
            var health = JsonDocument.Parse((await Call.Get("/health").SendTo(client)).Body).RootElement;
            Assert.StartsWith($".NET {framework[3..]}.", health.GetProperty("framework").GetString());
            Assert.StartsWith($"{entityFramework}.", health.GetProperty("entityFramework").GetString());
        }

        if (PostgresCluster.UnsupportedReason is null)
            await OnPostgres(program, $"{framework.Replace(".", "", StringComparison.Ordinal)}ef{entityFramework}");
    }

    private async Task OnPostgres(string program, string database)
    {
        using var process = SampleProcess.Start([
            program,
            "--urls",
            "http://127.0.0.1:0",
            "--Provider",
            "Postgres",
            "--ConnectionStrings:AdventureWorks",
            server.ConnectionString(database),
        ]);
        using var client = new HttpClient { BaseAddress = new Uri(Assert.Single(await process.ReadAddresses())) };

        Assert.Equal(await SwitchTests.Expected.Value, await SwitchTests.Describe(call => call.SendTo(client)));
    }

    private static void Publish(string folder, string framework, string entityFramework)
    {
        using var publish = Process.Start(
            new ProcessStartInfo(
                "dotnet",
                [
                    "publish",
                    Path.Combine(Checkout.Root, "samples", "AdventureWorksApi"),
                    "-c",
                    "Release",
                    "-o",
                    folder,
                    "--self-contained",
                    "-p:RunAnalyzers=false",
                    "-r",
                    RuntimeInformation.RuntimeIdentifier,
                    $"-p:SampleFramework={framework}",
                    $"-p:EntityFramework={entityFramework}",
                ]
            )
            {
                RedirectStandardOutput = true,
            }
        )!;
        var output = publish.StandardOutput.ReadToEnd();
        publish.WaitForExit();
        Assert.True(publish.ExitCode == 0, output);
    }
}
