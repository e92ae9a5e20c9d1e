using System.Runtime.ExceptionServices;

namespace Bench.Load;

internal sealed class VariantServer : IDisposable
{
    public VariantServer(LoadVariant variant, SampleServer server, CancellationToken cancellationToken)
    {
        (Variant, Server) = (variant, server);
        try
        {
            Counters = Named(() => ServerCounters.Attach(server, cancellationToken));
        }
        catch
        {
            server.Dispose();
            throw;
        }
    }

    public LoadVariant Variant { get; }

    public SampleServer Server { get; }

    public ServerCounters Counters { get; }

    // Puts the variant's name in front of any error.
    public T Load<T>(Func<T> load) => Named(() => SampleServer.Load(Server, load));

    public T Named<T>(Func<T> step) => Named(Variant, step);

    public static T Named<T>(LoadVariant variant, Func<T> step)
    {
        try
        {
            return step();
        }
        catch (StuckGeneratorException e)
        {
            throw new StuckGeneratorException($"{variant.Name}: {e.Message}");
        }
        catch (ServerEndedException e)
        {
            throw new UnansweredException(variant, e);
        }
        // Its message already has the variant's name.
        catch (UnansweredException)
        {
            throw;
        }
        catch (Exception e) when (e is LoadException or IOException or UnauthorizedAccessException)
        {
            throw new LoadException($"{variant.Name}: {e.Message}");
        }
    }

    // The server first: a stopped server does not answer, and its end ends the counters.
    public void Dispose()
    {
        try
        {
            Server.Dispose();
        }
        finally
        {
            Counters.Dispose();
        }
    }

    // Disposes all of them even if one fails, and rethrows the first failure.
    public static void End(IEnumerable<IDisposable> servers)
    {
        ExceptionDispatchInfo? first = null;
        foreach (var server in servers)
        {
            try
            {
                server.Dispose();
            }
            catch (Exception e)
            {
                first ??= ExceptionDispatchInfo.Capture(e);
            }
        }

        first?.Throw();
    }
}
