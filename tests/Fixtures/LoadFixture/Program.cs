using System.Diagnostics;
using LoadFixture;

// --bind URL        listens there, and ignores --urls
// --fault NAME      what goes wrong
// --starts FILE     counts the starts of this program in a file
// --from N          the fault begins with the N-th start
var clock = Stopwatch.StartNew();
var builder = WebApplication.CreateSlimBuilder(args);
builder.Logging.SetMinimumLevel(LogLevel.Warning);
builder.Logging.AddFilter("Microsoft.Hosting.Lifetime", LogLevel.Information);
var app = builder.Build();
if (app.Configuration["bind"] is { } url)
{
    app.Urls.Clear();
    app.Urls.Add(url);
}

if (Fault.IsActive(app.Configuration))
    Fault.Add(app, app.Configuration["fault"]!);
Routes.Add(app, clock, args);
app.Run();
