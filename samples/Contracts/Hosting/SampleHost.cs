using System.Net.Sockets;
using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Configuration.Memory;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Samples.Contracts.Hosting;

/// <summary>What the samples have in common, so that they differ only in the style of their endpoints.</summary>
public static class SampleHost
{
    /// <summary>The exit code of a sample that can't listen on an address, or has a setting that it can't use.</summary>
    public const int CannotStart = 2;

    private static readonly string[] AddressKeys =
    [
        WebHostDefaults.ServerUrlsKey,
        WebHostDefaults.HttpPortsKey,
        WebHostDefaults.HttpsPortsKey,
    ];

    private static readonly string[] OfTheFramework =
    [
        .. AddressKeys,
        WebHostDefaults.EnvironmentKey,
        WebHostDefaults.ContentRootKey,
        WebHostDefaults.ShutdownTimeoutKey,
        "Kestrel",
        "Logging",
        "AllowedHosts",
    ];

    /// <summary>
    /// No logging, and loopback addresses unless the configuration names others; https only with a development certificate.
    /// </summary>
    public static WebApplicationBuilder UseSampleDefaults(this WebApplicationBuilder builder, int httpPort, int httpsPort)
    {
        builder.Logging.ClearProviders();

        if (!NamesAddresses(builder.Configuration))
            UseLoopback(builder, httpPort, httpsPort);

        return builder;
    }

    /// <summary>Runs until the process is told to stop.</summary>
    /// <returns>The exit code: 0, or 2 where an address can't be listened on.</returns>
    public static async Task<int> RunSampleAsync(this WebApplication app)
    {
        await using var disposal = app;

        var isOwnProcess = IsOwnProcess(app.Environment.ApplicationName);

        try
        {
            await app.StartAsync();
        }
        catch (Exception exception) when (isOwnProcess && IsAboutAnAddress(exception))
        {
            var addresses = app.Configuration[WebHostDefaults.ServerUrlsKey] ?? "its addresses";
            var reason = exception.Message.Split('\n')[0].TrimEnd();
            await Console.Error.WriteLineAsync($"{app.Environment.ApplicationName} can't listen on {addresses}: {reason}");
            return CannotStart;
        }

        if (isOwnProcess)
            Console.WriteLine($"{app.Environment.ApplicationName} listens on {string.Join(" and ", app.Urls)}");

        await app.WaitForShutdownAsync();
        return 0;
    }

    /// <summary>Whether an argument is none that there is, and says so: a typing error must not measure something else.</summary>
    /// <param name="sample">Its assembly's name.</param>
    /// <param name="args">The arguments.</param>
    /// <param name="switches">The sample's own; those of ASP.NET Core are known.</param>
    public static bool Refuses(string? sample, string[] args, params string[] switches)
    {
        ArgumentNullException.ThrowIfNull(args);
        if (!IsOwnProcess(sample))
            return false;
        var unknown = args.Where(argument => argument.StartsWith("--", StringComparison.Ordinal))
            .Select(argument => argument[2..].Split('=', ':')[0])
            .FirstOrDefault(name => !switches.Concat(OfTheFramework).Contains(name, StringComparer.OrdinalIgnoreCase));
        if (unknown is null)
            return false;
        Console.Error.WriteLine(
            $"{sample} has no switch --{unknown}. There are: {string.Join(", ", switches.Concat(OfTheFramework).Select(name => "--" + name))}."
        );
        return true;
    }

    /// <summary>Whether a sample is the program. A test or a benchmark that hosts it owns the console, and wants exceptions.</summary>
    /// <param name="sample">Its assembly's name.</param>
    public static bool IsOwnProcess(string? sample) => Assembly.GetEntryAssembly()?.GetName().Name == sample;

    // Kestrel has no type of its own for an https address without a certificate, or localhost without a port.
    private static bool IsAboutAnAddress(Exception exception) =>
        exception is IOException or SocketException or FormatException or ArgumentException
        || (
            exception is InvalidOperationException
            && exception.Source?.StartsWith("Microsoft.AspNetCore.Server.Kestrel", StringComparison.Ordinal) == true
        );

    private static bool NamesAddresses(IConfiguration configuration) =>
        AddressKeys.Any(key => !string.IsNullOrEmpty(configuration[key])) || configuration.GetSection("Kestrel:Endpoints").Exists();

    private static void UseLoopback(WebApplicationBuilder builder, int httpPort, int httpsPort)
    {
        var urls = $"http://127.0.0.1:{httpPort}";

        if (DevelopmentCertificate.Find(DateTimeOffset.Now) is { } certificate)
        {
            urls += $";https://127.0.0.1:{httpsPort}";
            builder.WebHost.ConfigureKestrel(kestrel => kestrel.ConfigureHttpsDefaults(https => https.ServerCertificate = certificate));
        }

        // The source with the lowest priority: a test host that names its address after this one must win.
        ((IConfigurationBuilder)builder.Configuration).Sources.Insert(
            0,
            new MemoryConfigurationSource { InitialData = [new(WebHostDefaults.ServerUrlsKey, urls)] }
        );
    }
}
