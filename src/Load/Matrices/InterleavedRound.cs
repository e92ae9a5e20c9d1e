namespace Bench.Load;

/// <summary>
/// A round in which the servers of all arms live at once, warm, and are loaded interleaved: slices of seconds, in blocks whose second half
/// has the order of the first reversed, so that a machine that gets slower meanwhile does so for all of them.
/// </summary>
internal sealed class InterleavedRound(LoadMatrix matrix, ArmLoad load, double pace)
{
    /// <summary>The counters speak once a second: they are to do so before the first slice and after the last.</summary>
    private static readonly TimeSpan Readings = TimeSpan.FromSeconds(1.5);

    private readonly TimeSpan slice = TimeSpan.FromSeconds(matrix.SliceSeconds);

    private int Blocks => Math.Max(1, (int)Math.Round(matrix.DurationSeconds / (2 * matrix.SliceSeconds)));

    public IReadOnlyDictionary<LoadArm, ArmRound> Measure(
        IReadOnlyList<LoadArm> order,
        Func<LoadArm, ArmServer> start,
        Action<LoadArm> report,
        CancellationToken cancellationToken
    )
    {
        var arms = new List<Loaded>();
        try
        {
            foreach (var arm in order)
                arms.Add(new Loaded(start(arm)));
            foreach (var arm in arms)
            {
                report(arm.Server.Arm);
                arm.WarmUp = load.WarmUp(arm.Server, pace, cancellationToken);
            }

            // At the pace first: the threads and the heap that full speed asks for would stay.
            foreach (var arm in arms)
                arm.Began = arm.Server.Counters.Now;
            cancellationToken.WaitHandle.WaitOne(Readings);
            InTurns(arms, Blocks, arm => arm.Add(load.Paced(arm.Server, slice, pace, cancellationToken)), report);
            cancellationToken.WaitHandle.WaitOne(Readings);
            foreach (var arm in arms)
                arm.Ended = arm.Server.Counters.Now;
            // And a block that counts for nothing, in which those threads come.
            InTurns(arms, 1, arm => load.FullSpeed(arm.Server, slice, cancellationToken), report);
            InTurns(arms, Blocks, arm => arm.Add(load.FullSpeed(arm.Server, slice, cancellationToken)), report);
            cancellationToken.ThrowIfCancellationRequested();
            return arms.ToDictionary(arm => arm.Server.Arm, arm => arm.ToRound(2 * Blocks * slice));
        }
        finally
        {
            foreach (var arm in arms)
                arm.Server.Dispose();
        }
    }

    private static void InTurns(List<Loaded> arms, int blocks, Action<Loaded> slice, Action<LoadArm> report)
    {
        for (var block = 0; block < blocks; block++)
        {
            var order = arms.ToArray();
            Random.Shared.Shuffle(order);
            foreach (var arm in order.Concat(order.Reverse()))
            {
                report(arm.Server.Arm);
                slice(arm);
            }
        }
    }

    /// <summary>An arm with its slices.</summary>
    private sealed class Loaded(ArmServer server)
    {
        private readonly List<(RequestTimes Times, TimeSpan Processor)> paced = [];
        private readonly List<Throughput> fullSpeed = [];

        public ArmServer Server => server;

        public TimeSpan WarmUp { get; set; }

        public TimeSpan Began { get; set; }

        public TimeSpan Ended { get; set; }

        public void Add((RequestTimes Times, TimeSpan Processor) one) => paced.Add(one);

        public void Add(Throughput one) => fullSpeed.Add(one);

        public ArmRound ToRound(TimeSpan pacedTime)
        {
            var times = RequestTimes.Join([.. paced.Select(one => one.Times)]).Percentiles();
            var used = paced.Sum(one => one.Processor.TotalMicroseconds);
            var counters = server.Counters.OfLoad(Began, Ended, pacedTime);
            return new ArmRound(
                Throughput.Join(fullSpeed),
                times,
                pacedTime.TotalSeconds,
                counters,
                times is { Requests: > 0 and var requests } ? used / requests : null,
                WarmUp.TotalSeconds,
                paced.Count
            );
        }
    }
}
