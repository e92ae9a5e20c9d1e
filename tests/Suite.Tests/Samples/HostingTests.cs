using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Samples.Contracts.Hosting;
using Samples.ControllerApi;
using Samples.MinimalApi;

namespace Suite.Tests.Samples;

public sealed class HostingTests(RunningSamples samples)
{
    private static readonly DateTimeOffset Now = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData(Sample.Minimal, "http://127.0.0.1:7060", "https://127.0.0.1:7059")]
    [InlineData(Sample.Controller, "http://127.0.0.1:7150", "https://127.0.0.1:7149")]
    public void The_default_addresses_are_loopback(Sample sample, string http, string https)
    {
        var configuration = samples.Services(sample).GetRequiredService<IConfiguration>();
        var expected = DevelopmentCertificate.Find(DateTimeOffset.Now) is null ? http : $"{http};{https}";
        Assert.Equal(expected, configuration["urls"]);
    }

    [Theory]
    [InlineData("http_ports", "5000")]
    [InlineData("https_ports", "5001")]
    [InlineData("Kestrel:Endpoints:Http:Url", "http://127.0.0.1:5000")]
    public void Whoever_names_an_address_another_way_gets_no_default(string key, string value)
    {
        using var factory = new SampleFactory<MinimalApiApp>(new Dictionary<string, string> { [key] = value });
        Assert.Null(factory.Services.GetRequiredService<IConfiguration>()["urls"]);
    }

    [Theory]
    [InlineData(Sample.Minimal)]
    [InlineData(Sample.MinimalWithoutValidation)]
    [InlineData(Sample.Controller)]
    public void A_test_host_gets_the_port_it_asks_for(Sample sample)
    {
        var address = samples.Client(sample, Server.Sockets).BaseAddress!;
        Assert.Equal("127.0.0.1", address.Host);
        Assert.DoesNotContain(address.Port, new[] { 7059, 7060, 7149, 7150 });
    }

    [Theory]
    [InlineData(Sample.Minimal)]
    [InlineData(Sample.Controller)]
    public void Nothing_is_logged(Sample sample) => Assert.Empty(samples.Services(sample).GetServices<ILoggerProvider>());

    [Theory]
    [InlineData(typeof(MinimalApiApp))]
    [InlineData(typeof(ControllerApiApp))]
    public void Main_is_in_a_class_whose_name_no_other_application_has(Type app)
    {
        Assert.Equal(app, app.Assembly.EntryPoint!.DeclaringType);
        Assert.DoesNotContain(app.Assembly.GetTypes(), type => type.Name == "Program");
    }

    [Fact]
    public void Of_the_development_certificates_the_one_that_stays_valid_longest_is_used()
    {
        using var shorter = Certificate(from: -2, to: 10);
        using var longer = Certificate(from: -2, to: 20);
        Assert.Same(longer, DevelopmentCertificate.Choose([shorter, longer], Now));
        Assert.Same(longer, DevelopmentCertificate.Choose([longer, shorter], Now));
    }

    [Fact]
    public void A_certificate_that_cannot_serve_is_not_used()
    {
        using var expired = Certificate(from: -20, to: -2);
        using var future = Certificate(from: 2, to: 20);
        using var foreign = Certificate(from: -2, to: 20, extension: "1.2.3.4");
        using var complete = Certificate(from: -2, to: 20);
        using var withoutKey = X509CertificateLoader.LoadCertificate(complete.RawDataMemory.Span);
        Assert.Null(DevelopmentCertificate.Choose([expired, future, foreign, withoutKey], Now));
        Assert.Null(DevelopmentCertificate.Choose([], Now));
    }

    private static X509Certificate2 Certificate(int from, int to, string extension = DevelopmentCertificate.Extension)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509Extension(extension, [2], critical: false));
        return request.CreateSelfSigned(Now.AddDays(from), Now.AddDays(to));
    }
}
