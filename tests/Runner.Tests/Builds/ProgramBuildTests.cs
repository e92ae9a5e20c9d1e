using System.Security.Cryptography;

namespace Bench.Runner.Tests;

/// <summary>
/// A program with unusual project files: the test SDK, central packages and a shared import, two frameworks, signed assemblies with
/// internals, native libraries, and files that are found in folders above.
/// </summary>
[Trait("Category", "Process")]
public sealed class ProgramBuildTests : FolderTests
{
    [Fact]
    public void A_program_of_a_strangers_layout_is_found_built_and_run()
    {
        var repository = Path.Combine(folder.Root, "repository");
        MeasuredPrograms.CopyFolder("LayoutFixture", repository);
        MeasuredPrograms.GitIn(repository, "init", "--quiet");
        WriteKey(repository);
        var project = BenchmarkProject.Find(repository, repository, TestBuilds.WithoutCache, TestContext.Current.CancellationToken);
        var destination = Path.Combine(folder.Root, "copy");

        var program = TestBuilds
            .WithoutCache.Build(new ProgramRequest(project, "it", destination), TestContext.Current.CancellationToken)
            .Program;

        Assert.Equal("net10.0", Path.GetFileName(Path.GetDirectoryName(program.Path)));
        Assert.Equal(
            [
                "Layout.DerivedFromLibrary.OfTheBase(Size: 1): ",
                "Layout.DerivedFromLibrary.OfTheBase(Size: 2): ",
                "Layout.Files.OfTheCurrentFolder: ",
                "Layout.Files.OfTheProgram: ",
                "Layout.Files.OfTheRepository: ",
                "Layout.Files.OfTheSource: ",
                "Layout.Files.UpAsFarAsInBenchmarkDotNet: ",
                "Layout.InternalsOfSigned.Internal: ",
                "Layout.InternalsOfSigned.Signed: ",
                "Layout.NativeDependency.Loaded: ",
            ],
            Failures(program)
        );
        // The links in the copy lead to files of the repository, which must survive.
        Directory.Delete(destination, recursive: true);
        Assert.True(File.Exists(Path.Combine(repository, "data/input.txt")));
    }

    private static IEnumerable<string> Failures(BenchmarkProgram program)
    {
        using var process = HostedProcess.Start(program, [], TestContext.Current.CancellationToken);
        return
        [
            .. process
                .List(BenchmarkFilter.All)
                .Benchmarks.Select(benchmark => $"{benchmark.Id.FullName}: {Failure(process, benchmark)}")
                .Order(StringComparer.Ordinal),
        ];
    }

    private static string? Failure(HostedProcess process, HostedBenchmark benchmark)
    {
        try
        {
            process.Open(benchmark);
            process.Run(1);
            process.Close();
            return null;
        }
        catch (MeasurementException e)
        {
            return e.Message;
        }
    }

    /// <summary>Writes a key to sign with, and its public half in the format of InternalsVisibleTo.</summary>
    private static void WriteKey(string repository)
    {
        using var key = new RSACryptoServiceProvider(1024);
        File.WriteAllBytes(Path.Combine(repository, "key.snk"), key.ExportCspBlob(true));
        var blob = key.ExportCspBlob(false);
        // Marks the key as one for signing; the class marks it as one for key exchange.
        blob[5] = 0x24;
        byte[] publicKey = [0x00, 0x24, 0, 0, 0x04, 0x80, 0, 0, .. BitConverter.GetBytes(blob.Length), .. blob];
        File.WriteAllText(Path.Combine(repository, "Directory.Build.rsp"), $"-p:LayoutPublicKey={Convert.ToHexString(publicKey)}");
    }
}
