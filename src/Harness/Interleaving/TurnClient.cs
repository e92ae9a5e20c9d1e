using System.Globalization;
using System.IO.Pipes;
using System.Text;

namespace Bench.Harness.Interleaving;

/// <summary>Waits for turns, in the process that measures.</summary>
internal sealed class TurnClient
{
    private const int ConnectMilliseconds = 10_000;

    private readonly StreamReader reader;
    private readonly StreamWriter writer;

    private TurnClient(NamedPipeClientStream pipe)
    {
        reader = new StreamReader(pipe, new UTF8Encoding(false), false, 256);
        writer = new StreamWriter(pipe, new UTF8Encoding(false), 256) { NewLine = "\n", AutoFlush = true };
    }

    /// <summary>Connects where this process was started to be interleaved; null where it was not.</summary>
    public static TurnClient? Connect()
    {
        var name = Environment.GetEnvironmentVariable(TurnProtocol.PipeVariable);
        if (string.IsNullOrEmpty(name))
            return null;

        // What the benchmark starts takes no turns.
        Environment.SetEnvironmentVariable(TurnProtocol.PipeVariable, null);
        var pipe = new NamedPipeClientStream(".", name, PipeDirection.InOut);
        pipe.Connect(ConnectMilliseconds);
        var client = new TurnClient(pipe);
        client.Send(string.Create(CultureInfo.InvariantCulture, $"{TurnProtocol.Hello} {Environment.ProcessId}"));
        return client;
    }

    public void WaitForTurn()
    {
        Send(TurnProtocol.Ready);
        Wait();
    }

    public void EndTurn(TimeSpan paused) =>
        Send(string.Create(CultureInfo.InvariantCulture, $"{TurnProtocol.Over} {paused.TotalMicroseconds * 1000:0}"));

    public void WaitForTheOthers()
    {
        Send(TurnProtocol.Done);
        Wait();
    }

    // Without the process that gives turns there is nobody to measure for.
    private void Send(string line)
    {
        try
        {
            writer.WriteLine(line);
        }
        catch (IOException)
        {
            Environment.Exit(1);
        }
    }

    private void Wait()
    {
        try
        {
            if (reader.ReadLine() is not null)
                return;
        }
        catch (IOException)
        {
            // As when the line ends.
        }

        Environment.Exit(1);
    }
}
