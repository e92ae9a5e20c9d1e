using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.FileProviders;
using Microsoft.Extensions.Logging;

namespace Outside.Tests;

/// <summary>The site of this repository, made once for all tests and served on loopback: its search needs a server.</summary>
public sealed class DocfxSite : IAsyncLifetime
{
    private readonly string root = Directory.CreateTempSubdirectory("site-").FullName;
    private WebApplication? server;
    private string? missing;

    public string Folder => Path.Combine(root, "_site");

    public string Address(string path) => $"{server!.Urls.Single()}/{path}";

    public void SkipIfMissing() => Assert.SkipWhen(missing is not null, missing ?? "");

    public async ValueTask InitializeAsync()
    {
        if (Run("tool", "restore").ExitCode != 0)
        {
            missing = "docfx is not installed: dotnet tool restore";
            return;
        }

        var (exitCode, output) = Make(Checkout.Root, Folder);
        Assert.True(exitCode == 0, output);
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        server = builder.Build();
        server.UseFileServer(new FileServerOptions { FileProvider = new PhysicalFileProvider(Folder) });
        await server.StartAsync(TestContext.Current.CancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        if (server is not null)
            await server.DisposeAsync();
        Directory.Delete(root, recursive: true);
    }

    /// <param name="repository">The folder that has a docfx.json.</param>
    /// <param name="folder">Where the site is written.</param>
    public static (int ExitCode, string Output) Make(string repository, string folder) =>
        Run("docfx", Path.Combine(repository, "docfx.json"), "--output", folder);

    private static (int ExitCode, string Output) Run(params string[] arguments)
    {
        // The manifest of local tools is looked for from this folder upwards.
        var start = new ProcessStartInfo("dotnet", arguments)
        {
            WorkingDirectory = Checkout.Root,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var process = Process.Start(start)!;
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output + error.Result);
    }
}
