namespace Benchmarks.Apps;

/// <summary>How a request reaches the application.</summary>
public enum Transport
{
    /// <summary>TestServer: the pipeline alone.</summary>
    InMemory,

    /// <summary>Kestrel on a loopback port: the pipeline behind a real socket, HTTP/1.1, one connection.</summary>
    Socket,

    /// <summary>The same behind TLS, with a certificate that is made for the run.</summary>
    Https,
}
