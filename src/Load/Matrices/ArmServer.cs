using System.Runtime.ExceptionServices;

namespace Bench.Load;

/// <summary>An arm's process under load, with what its runtime says of itself.</summary>
internal sealed class ArmServer : IDisposable
{
    public ArmServer(LoadArm arm, SampleServer server, CancellationToken cancellationToken)
    {
        (Arm, Server) = (arm, server);
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

    public LoadArm Arm { get; }

    public SampleServer Server { get; }

    public ServerCounters Counters { get; }

    /// <summary>Loads it, and says whose trouble it is where there is any.</summary>
    public T Load<T>(Func<T> load) => Named(() => SampleServer.Load(Server, load));

    public T Named<T>(Func<T> step) => Named(Arm, step);

    public static T Named<T>(LoadArm arm, Func<T> step)
    {
        try
        {
            return step();
        }
        catch (StuckGeneratorException e)
        {
            throw new StuckGeneratorException($"{arm.Name}: {e.Message}");
        }
        catch (ServerEndedException e)
        {
            throw new UnansweredException(arm, e);
        }
        // It has the arm's name.
        catch (UnansweredException)
        {
            throw;
        }
        catch (Exception e) when (e is LoadException or IOException or UnauthorizedAccessException)
        {
            throw new LoadException($"{arm.Name}: {e.Message}");
        }
    }

    // The server first: one that is stopped answers nobody, and its end ends what listens to it.
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

    /// <summary>Ends each, whatever the end of another fails by.</summary>
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
