using System.Net.Sockets;
using BenchmarkDotNet.Attributes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.TestHost;

namespace Calibration;

/// <summary>Changes of code that waits for the system or for another thread. CHANGED is explained at <see cref="Changes"/>.</summary>
public class Outside
{
#if CHANGED
    private static readonly bool IsChanged = true;
#else
    private static readonly bool IsChanged = false;
#endif

    private const int Length = 32_768;

    private readonly string file = Path.GetTempFileName();
    private readonly byte[] message = new byte[64];
    private Socket near = null!;
    private Socket far = null!;
    private WebApplication app = null!;
    private HttpClient client = null!;

    [GlobalSetup]
    public void Start()
    {
        File.WriteAllBytes(file, new byte[Length]);
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new System.Net.IPEndPoint(System.Net.IPAddress.Loopback, 0));
        listener.Listen();
        near = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        near.Connect(listener.LocalEndPoint!);
        far = listener.Accept();
        far.NoDelay = true;
        new Thread(Echo) { IsBackground = true }.Start();

        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseTestServer();
        app = builder.Build();
        for (var i = 0; IsChanged && i < 10; i++)
            app.Use(
                async (context, next) =>
                {
                    context.Response.Headers["X-Step"] = "1";
                    await next();
                }
            );
        app.MapGet("/people/{id}", (int id) => $"Person {id}");
        app.StartAsync().GetAwaiter().GetResult();
        client = app.GetTestClient();
    }

    [GlobalCleanup]
    public void End()
    {
        near.Dispose();
        far.Dispose();
        client.Dispose();
        ((IDisposable)app).Dispose();
        File.Delete(file);
    }

    [Benchmark]
    public int ShorterReads()
    {
        using var stream = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0);
        Span<byte> part = stackalloc byte[IsChanged ? 2_048 : 4_096];
        var sum = 0;
        for (int read; (read = stream.Read(part)) > 0;)
            sum += read;
        return sum;
    }

    // The other thread answers each message, so every call waits for it.
    [Benchmark]
    public int FurtherRoundTrip()
    {
        for (var trips = IsChanged ? 3 : 2; trips > 0; trips--)
        {
            near.Send(message);
            for (var received = 0; received < message.Length;)
                received += near.Receive(message, received, message.Length - received, SocketFlags.None);
        }

        return message.Length;
    }

    [Benchmark]
    public Task<string> FurtherMiddleware() => client.GetStringAsync("/people/7");

    private void Echo()
    {
        var own = new byte[64];
        try
        {
            for (int received; (received = far.Receive(own)) > 0;)
                far.Send(own.AsSpan(0, received));
        }
        catch (SocketException)
        {
            // The benchmark ended.
        }
        catch (ObjectDisposedException)
        {
            // The benchmark ended.
        }
    }
}
