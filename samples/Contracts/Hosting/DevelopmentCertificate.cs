using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Samples.Contracts.Hosting;

/// <summary>The certificate that <c>dotnet dev-certs https</c> creates.</summary>
public static class DevelopmentCertificate
{
    /// <summary>The extension that marks a certificate as ASP.NET Core's.</summary>
    public const string Extension = "1.3.6.1.4.1.311.84.1.1";

    /// <summary>The current user's certificate; null where there is none, or no store.</summary>
    public static X509Certificate2? Find(DateTimeOffset now)
    {
        try
        {
            using var store = new X509Store(StoreName.My, StoreLocation.CurrentUser, OpenFlags.ReadOnly);
            return Choose(store.Certificates, now);
        }
        catch (CryptographicException)
        {
            return null;
        }
    }

    /// <summary>Of the usable certificates, the one that stays valid longest.</summary>
    public static X509Certificate2? Choose(IEnumerable<X509Certificate2> certificates, DateTimeOffset now) =>
        certificates
            .Where(certificate =>
                certificate.HasPrivateKey
                && certificate.NotBefore <= now.LocalDateTime
                && certificate.NotAfter > now.LocalDateTime
                && certificate.Extensions.Any(extension => extension.Oid?.Value == Extension)
            )
            .MaxBy(certificate => certificate.NotAfter);
}
