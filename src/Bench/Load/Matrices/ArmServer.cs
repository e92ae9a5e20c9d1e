using System.Runtime.ExceptionServices;

namespace Bench.Load;

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

    // Puts the variant's name in front of any error.
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
        // Its message already has the variant's name.
        catch (UnansweredException)
        {
            throw;
        }
        catch (Exception e) when (e is LoadException or IOException or UnauthorizedAccessException)
        {
            throw new LoadException($"{arm.Name}: {e.Message}");
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
