using System.Globalization;

namespace LoadFixture;

internal static class Fault
{
    public static bool IsActive(IConfiguration configuration)
    {
        if (configuration["fault"] is null)
            return false;
        if (configuration["starts"] is not { } file)
            return true;
        File.AppendAllText(file, "x");
        return new FileInfo(file).Length >= int.Parse(configuration["from"] ?? "1", CultureInfo.InvariantCulture);
    }

    public static void Add(WebApplication app, string name)
    {
        switch (name)
        {
            case "silence":
                Thread.Sleep(Timeout.Infinite);
                break;
            case "end":
                After(app, 2_000, End);
                break;
            case "hang":
                After(app, 100, _ => Task.Delay(Timeout.Infinite));
                break;
            case "refuse":
                After(app, 20, Refuse);
                break;
            case "refuse some":
                After(app, 100, context => Random.Shared.Next(4) == 0 ? Refuse(context) : null);
                break;
            case "forget":
                After(app, 1000, _ => Task.CompletedTask);
                break;
            case "delay":
                app.Use(
                    async (context, next) =>
                    {
                        await Task.Delay(50);
                        await next(context);
                    }
                );
                break;
            default:
                throw new ArgumentException($"There is no fault '{name}'.");
        }
    }

    private static Task? End(HttpContext context)
    {
        Environment.Exit(7);
        return null;
    }

    private static Task Refuse(HttpContext context)
    {
        context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
        return Task.CompletedTask;
    }

    /// <param name="fault">Responds instead of the application; null to leave it to the application.</param>
    private static void After(WebApplication app, int requests, Func<HttpContext, Task?> fault)
    {
        var left = requests;
        app.Use((context, next) => (Interlocked.Decrement(ref left) < 0 ? fault(context) : null) ?? next(context));
    }
}
