using System.Diagnostics;
using System.Text;

namespace LoadFixture;

internal static class Routes
{
    private static readonly TimeSpan TimeToGetReady = TimeSpan.FromSeconds(1.5);

    private static readonly string Text = new('a', 16);
    private static byte[]? kept;

    /// <param name="clock">Runs since the start of the program.</param>
    /// <param name="arguments">The program's arguments.</param>
    public static void Add(WebApplication app, Stopwatch clock, string[] arguments)
    {
        app.MapGet(
            "/value",
            async () =>
            {
                // A few thousand requests/s are enough load, and leave other tests a processor.
                await Task.Delay(2);
                return Text;
            }
        );
        app.MapGet(
            "/slow",
            async () =>
            {
                await Task.Delay(40);
                return Text;
            }
        );
        app.MapGet("/text-plain", () => "response");
        app.MapGet("/health", () => Results.Text("""{"style":"Controllers","isServerGC":false,"serializer":"SystemTextJson"}""", "application/json"));
        app.MapGet(
            "/secret",
            (HttpRequest request) => request.Headers.Authorization == "Bearer a-token" ? Results.Text(Text) : Results.StatusCode(401)
        );
        app.MapGet("/ready", () => Results.StatusCode(clock.Elapsed < TimeToGetReady ? 503 : 204));
        app.MapGet("/told", () => $"{Environment.GetEnvironmentVariable("TOLD")} {string.Join(' ', arguments)}");
        app.MapPost("/validations", () => Results.BadRequest());
        AddMemory(app);
        AddRequests(app);
    }

    private static void AddMemory(WebApplication app)
    {
        app.MapGet("/plain", () => Text);
        app.MapGet(
            "/more",
            () =>
            {
                kept = new byte[1024];
                return Text;
            }
        );
        app.MapGet(
            "/collect",
            () =>
            {
                GC.Collect();
                return Text;
            }
        );
        app.MapGet("/hook", () => StartupHook.HasRun.ToString());
    }

    private static void AddRequests(WebApplication app)
    {
        app.MapPut(
            "/orders",
            async (HttpRequest request) =>
            {
                using var reader = new StreamReader(request.Body, Encoding.UTF8);
                var isRight =
                    await reader.ReadToEndAsync() == "{\"name\":\"Zoë \\\\ \\n\"}"
                    && request.ContentType == "application/json"
                    && request.Headers["X-Key"] == "abc"
                    && request.Host.Value is "shop.example" or "shop.example:8080";
                return isRight ? Results.Text("stored", statusCode: 201) : Results.BadRequest();
            }
        );
        app.MapGet("/broken", string () => throw new InvalidOperationException("no such shop"));
        app.MapGet("/old", () => Results.Redirect("/login?ReturnUrl=%2F"));
        app.MapGet("/plain-http", () => Results.Redirect("https://localhost/plain"));
        app.MapGet("/made", () => Results.Created("/orders/7", null));
        app.MapGet("/mine", () => Results.StatusCode(401));
        app.MapPost(
            "/typed",
            (HttpRequest request) => request.ContentType == "application/json" ? Results.Ok() : Results.StatusCode(415)
        );
    }
}
