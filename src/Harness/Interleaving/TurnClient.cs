using System.Diagnostics;
using System.Globalization;
using System.IO.Pipes;
using System.Text;
using Perfolizer.Horology;

namespace Bench.Harness.Interleaving;

/// <summary>Waits for turns, in the process that measures.</summary>
internal sealed class TurnClient
{
    private const int ConnectMilliseconds = 10_000;

    private readonly StreamReader reader;
    private readonly StreamWriter writer;
    private readonly TurnClock clock = new();
    private TimeSpan paused;
    private TimeSpan pausedBefore;

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

    /// <summary>A clock that stands still while others have their turn.</summary>
    public IClock Clock => clock;

    /// <summary>Waits for a turn.</summary>
    public void Take()
    {
        clock.Stop();
        Send(TurnProtocol.Ready);
        Wait();
        clock.Go();
    }

    /// <summary>Waits for a turn before the main run, which <see cref="EndPart"/> ends.</summary>
    public void TakeToCalibrate()
    {
        Send(TurnProtocol.Calibrate);
        Wait();
    }

    /// <summary>Ends a turn that is not the last of its iteration.</summary>
    public void EndPart()
    {
        clock.Stop();
        Send(TurnProtocol.Part);
    }

    /// <summary>Ends the last turn of an iteration, but for what is to be said of it.</summary>
    public void Stop() => clock.Stop();

    /// <summary>Says that the iteration is over.</summary>
    public void EndIteration()
    {
        End();
        clock.Go();
    }

    public void End()
    {
        Send(string.Create(CultureInfo.InvariantCulture, $"{TurnProtocol.Over} {paused.TotalMicroseconds * 1000:0}"));
        paused = TimeSpan.Zero;
    }

    public void StartCountingPauses() => pausedBefore = GC.GetTotalPauseDuration();

    public void StopCountingPauses() => paused += GC.GetTotalPauseDuration() - pausedBefore;

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

    /// <summary>The stopwatch, without the time in which it was stopped.</summary>
    private sealed class TurnClock : IClock
    {
        private long skipped;
        private long stopped;

        public string Title => "turns";

        public bool IsAvailable => true;

        public Frequency Frequency => new(Stopwatch.Frequency);

        public long GetTimestamp() => (stopped == 0 ? Stopwatch.GetTimestamp() : stopped) - skipped;

        public void Stop()
        {
            if (stopped == 0)
                stopped = Stopwatch.GetTimestamp();
        }

        public void Go()
        {
            if (stopped == 0)
                return;
            skipped += Stopwatch.GetTimestamp() - stopped;
            stopped = 0;
        }
    }
}
