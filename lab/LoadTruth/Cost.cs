namespace Samples.MinimalApi;

// Endpoints with one kind of cost each, chosen by an environment variable.
internal static class Cost
{
    private const string Answer = "response";

    private static readonly Lock Gate = new();
    private static readonly string LargeAnswer = new('x', 20_000);

    public static Delegate Of(string? name) =>
        name switch
        {
            null or "" => (Func<string>)(() => Answer),
            "await" => (Func<Task<string>>)Await,
            "sleep" => (Func<string>)Sleep,
            "allocation" => (Func<string>)Allocate,
            "lock" => (Func<string>)HoldLock,
            "answer" => (Func<string>)(() => LargeAnswer),
            _ => throw new InvalidOperationException($"COST is '{name}', which is not known."),
        };

    private static async Task<string> Await()
    {
        await Task.Delay(1);
        return Answer;
    }

    private static string Sleep()
    {
        Thread.Sleep(1);
        return Answer;
    }

    private static string Allocate()
    {
        GC.KeepAlive(new byte[10_000]);
        return Answer;
    }

    private static string HoldLock()
    {
        lock (Gate)
            Thread.SpinWait(200);
        return Answer;
    }
}
