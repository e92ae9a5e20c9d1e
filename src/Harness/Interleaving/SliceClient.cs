using System.Diagnostics;
using System.Globalization;
using System.IO.Pipes;
using System.Text;
using Bench.Host;
using Bench.Statistics;
using Perfolizer.Horology;

namespace Bench.Harness.Interleaving;

/// <summary>Waits for slices, in the process that measures.</summary>
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

    /// <summary>Connects where this process was started to be interleaved; null where it was not.</summary>
    public static SliceClient? Connect()
    {
        var name = Environment.GetEnvironmentVariable(SliceProtocol.PipeVariable);
        if (string.IsNullOrEmpty(name))
            return null;

        // What the benchmark starts takes no slices.
        Environment.SetEnvironmentVariable(SliceProtocol.PipeVariable, null);
        Lifeline.Hold();
        var pipe = new NamedPipeClientStream(".", name, PipeDirection.InOut);
        pipe.Connect(ConnectMilliseconds);
        var client = new SliceClient(pipe);
        client.Send(SliceProtocol.Hello);
        return client;
    }

    /// <summary>A clock that stands still while others have their slice.</summary>
    public IClock Clock => clock;

    /// <summary>Waits for a slice.</summary>
    public void Take()
    {
        clock.Stop();
        Send(SliceProtocol.Ready);
        Wait();
        clock.Go();
    }

    /// <summary>Waits for a slice before the main run, in which nobody else is at work.</summary>
    public void TakeToCalibrate()
    {
        Send(SliceProtocol.Calibrate);
        Wait();
    }

    /// <summary>Says what that slice found, takes the trial slices that are asked for, and returns what an iteration is to be.</summary>
    /// <param name="calibration">What it found.</param>
    /// <param name="trial">Takes a slice of the length that it is given.</param>
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
                    throw new InvalidOperationException($"'{words[0]}' is no answer here.");
            }
        }
    }

    /// <summary>Stops the clock until the next slice, or until <see cref="Go"/>.</summary>
    public void Stop() => clock.Stop();

    /// <summary>Lets the clock go on.</summary>
    public void Go() => clock.Go();

    /// <summary>Ends a slice.</summary>
    public void End(TimedSlice slice) => Send(SliceProtocol.Over + SliceProtocol.FieldsOf(slice));

    public void WaitForTheOthers()
    {
        Send(SliceProtocol.Done);
        Wait();
    }

    // Without the process that gives slices there is nobody to measure for.
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
            // As when the line ends.
        }

        Environment.Exit(1);
        return "";
    }

    /// <summary>The stopwatch, without the time in which it was stopped.</summary>
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
