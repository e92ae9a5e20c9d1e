using System.Diagnostics;
using System.Globalization;
using System.IO.Pipes;
using System.Text;
using Bench.Host;
using Bench.Statistics;
using Perfolizer.Horology;

namespace Bench.Harness.Interleaving;

// Waits for slices, in the process that measures.
internal sealed class SliceClient
{
    private const int ConnectMilliseconds = 10_000;

    private readonly StreamReader reader;
    private readonly StreamWriter writer;
    private readonly SliceClock clock = new();

    internal SliceClient(Stream pipe)
    {
        reader = new StreamReader(pipe, new UTF8Encoding(false), false, 256);
        writer = new StreamWriter(pipe, new UTF8Encoding(false), 256) { NewLine = "\n", AutoFlush = true };
    }

    /// <summary>Null if this process was not started for interleaving.</summary>
    public static SliceClient? Connect()
    {
        var name = Environment.GetEnvironmentVariable(SliceProtocol.PipeVariable);
        if (string.IsNullOrEmpty(name))
            return null;

        // Child processes of the benchmark must not take slices.
        Environment.SetEnvironmentVariable(SliceProtocol.PipeVariable, null);
        Lifeline.Hold();
        var pipe = new NamedPipeClientStream(".", name, PipeDirection.InOut);
        pipe.Connect(ConnectMilliseconds);
        var client = new SliceClient(pipe);
        client.Send(SliceProtocol.Hello);
        return client;
    }

    /// <summary>Stands still during the slices of other processes.</summary>
    public IClock Clock => clock;

    public void Take()
    {
        clock.Stop();
        Send(SliceProtocol.Ready);
        Wait();
        clock.Go();
    }

    // In this slice no other process works.
    public void TakeToCalibrate()
    {
        Send(SliceProtocol.Calibrate);
        Wait();
    }

    /// <summary>Sends the calibration, runs the trial slices that the other side requests, and returns the plan of an iteration.</summary>
    /// <param name="calibration">Result of the calibration slice.</param>
    /// <param name="trial">Runs a slice of the given length in ns.</param>
    public SlicePlan Agree(Calibration calibration, Func<double, TimedSlice> trial)
    {
        Send(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{SliceProtocol.Calibrated} {calibration.PerInvocation:R} {calibration.IterationTime:R} {calibration.Iterations}"
            )
        );
        while (true)
        {
            switch (Wait().Split(' '))
            {
                case [SliceProtocol.Trial, var length]:
                    End(trial(double.Parse(length, CultureInfo.InvariantCulture)));
                    break;
                case [SliceProtocol.Plan, var slices, var length]:
                    return new(int.Parse(slices, CultureInfo.InvariantCulture), double.Parse(length, CultureInfo.InvariantCulture));
                case var words:
                    throw new InvalidOperationException($"'{words[0]}' is an unexpected message.");
            }
        }
    }

    /// <summary>Stops the clock until the next slice, or until <see cref="Go"/>.</summary>
    public void Stop() => clock.Stop();

    public void Go() => clock.Go();

    public void End(TimedSlice slice) => Send(SliceProtocol.Over + SliceProtocol.FieldsOf(slice));

    public void WaitForTheOthers()
    {
        Send(SliceProtocol.Done);
        Wait();
    }

    // Without the process that gives slices, measuring is pointless.
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

    private string Wait()
    {
        try
        {
            if (reader.ReadLine() is { } line)
                return line;
        }
        catch (IOException)
        {
            // The same as at the end of the stream.
        }

        Environment.Exit(1);
        return "";
    }

    // A stopwatch that skips the time in which it was stopped.
    private sealed class SliceClock : IClock
    {
        private long skipped;
        private long stopped;

        public string Title => "slices";

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
