namespace Bench.Tests;

/// <summary>Secrets in every place where a user can write one. Each contains the mark, which no file may contain.</summary>
internal static class PlantedSecrets
{
    public const string Mark = "plnt";

    public static readonly string[] Variables =
    [
        "DATABASE_URL=postgres://u:plnt01@h/d",
        "REDIS_PASS=plnt02",
        "SENTRY_DSN=https://plnt03@sentry.example/1",
        "GITHUB_PAT=plnt04",
        "JWT=eyJhbGciOiJIUzI1NiJ9.plnt05.c2ln",
        "Shop__Region=plnt06, Other=plnt07",
        "DOTNET_ConnectionStrings__Shop=Server=x;Password=plnt08",
        "ASPNETCORE_URLS=http://u:plnt09@127.0.0.1:5000",
        "DOTNET_gcServer=1",
    ];

    public static readonly string[] Headers =
    [
        "X-Auth: plnt10",
        "X-Session: plnt11",
        "Proxy-Auth: plnt12",
        "Authorization: Basic plnt13",
        "Cookie: shop=plnt14",
        "X-Shop: plnt15",
        "User-Agent: robot ghp_plnt16aaaaaaaaaaaaaaaaaaaa",
        "Accept: text/plain",
    ];

    public const string Path = "/orders/eyJhbGciOiJIUzI1NiJ9plnt17?access_token=plnt18&id=plnt19&page=2&plnt20";

    public const string ReadyPath = "/health?key=plnt21";

    public const string Start =
        "env MY=plnt22 ./web --up http://u:plnt23@h/ --signing-key plnt24 --Db=Server=x;Pwd=plnt25 -H \"X-Any: plnt26\" sh \"KEY=plnt27 a\"";

    public const string Body = """{"name":"plnt28"}""";

    public const string ExpectedBody = "plnt29";

    public static readonly string[] Switches =
    [
        "--pass",
        "plnt30",
        "--Conn",
        "Server=x;Password=plnt31",
        "--Auth:Token=plnt32",
        "Region=plnt33",
        "--hook",
        "https://hooks.example/T?code=plnt34",
        "--aws",
        "AKIAPLNT35AAAAAAAAAA",
        "--slack",
        "xoxb-plnt36-abcdefgh",
        "--Sas",
        "plnt37",
        "--Layers",
        "None",
    ];

    /// <summary>Settings with a load entry that differs from the baseline's.</summary>
    public static string Settings(string region) =>
        $$"""
            {
              // Comments are dropped where anything is hidden: token=plnt38
              "margin": "5%",
              "load": [ {
                "name": "orders", "project": "App/App.csproj", "path": "/?q=plnt39{{region}}",
                "headers": { "X-Team": "plnt40" }, "body": "plnt41", "expectBody": "plnt42", "readyPath": "/up?sig=plnt43",
                "environment": { "Stripe": "plnt44", "DOTNET_TieredPGO": "0" },
                "arguments": [ "--cookie", "plnt45" ], "start": [ "env", "A=plnt46", "./App" ]
              } ]
            }
            """;

    /// <summary>The output of a failing server. Only the plan shows which of its values are secrets.</summary>
    public const string Printed =
        "App: http://127.0.0.1:5000/orders?id=plnt19 answers 401. It logged: no region plnt06, Other=plnt07 for plnt10, no 'plnt29'; Password=plnt47";

    public static void AreNotIn(BenchProgram.Finished run)
    {
        IsNotIn("standard output", run.Output);
        IsNotIn("standard error", run.Error);
    }

    /// <summary>Searches the contents and names of all files in the folders.</summary>
    /// <returns>The number of files.</returns>
    public static int AreNotIn(params IEnumerable<string> folders)
    {
        var all = folders.SelectMany(folder => Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories)).ToArray();
        foreach (var file in all)
            IsNotIn(file, file + File.ReadAllText(file));
        return all.Length;
    }

    public static void IsNotIn(string place, string text)
    {
        var at = text.IndexOf(Mark, StringComparison.OrdinalIgnoreCase);
        Assert.True(at < 0, at < 0 ? "" : $"{place}: {text[Math.Max(0, at - 200)..Math.Min(text.Length, at + 100)]}");
    }
}
