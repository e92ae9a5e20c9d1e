using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Benchmarks.Apps;

/// <summary>A certificate for 127.0.0.1 that this process made, and that nothing else trusts.</summary>
internal static class LoopbackCertificate
{
    private static readonly Lazy<X509Certificate2> Made = new(Make);

    public static X509Certificate2 Instance => Made.Value;

    private static X509Certificate2 Make()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=127.0.0.1", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        using var certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(7));
        // Windows takes no certificate for TLS whose key lives in memory only.
        return X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pfx), null);
    }
}
