// Builds the documentation as a site of static pages, from the Markdown files that GitHub shows:
//   dotnet run -c Release --project eng/Site -- --output _site [--page results.html ...] [--repository URL]
// Run it in the repository's folder. Exit codes: 0; 1 wrong usage, a broken link, or a folder that has other files.
using System.CommandLine;
using Bench;
using Bench.Results;
using Site;

var output = new Option<string>("--output")
{
    Required = true,
    HelpName = "DIR",
    Description = "The folder of the site: new, empty, or made by an earlier run.",
};
var reports = new Option<string[]>("--page")
{
    AllowMultipleArgumentsPerToken = true,
    HelpName = "FILE.html",
    Description = "Pages of bench report and bench history, to be part of the site.",
};
var repository = new Option<string?>("--repository")
{
    HelpName = "URL",
    Description = "Where files that are no pages are read. Default: that of the remote origin; without one they are named, not linked.",
};
repository.Validators.Add(result =>
{
    if (!Uri.TryCreate(result.GetValueOrDefault<string>(), UriKind.Absolute, out var url) || url.Scheme is not ("https" or "http"))
        result.AddError($"Invalid URL '{result.GetValueOrDefault<string>()}': expected https://github.com/OWNER/REPOSITORY.");
});

var command = new RootCommand("Writes the documentation of this repository as a site of static pages.") { output, reports, repository };
command.SetAction(arguments =>
{
    var root = Directory.GetCurrentDirectory();
    try
    {
        var site = StaticSite.Create(
            root,
            arguments.GetValue(reports) ?? [],
            (arguments.GetValue(repository) ?? CommitPages.FindRepository(root))?.TrimEnd('/')
        );
        if (site.BrokenLinks.Count == 0)
        {
            OutputFolder.Write(Path.GetFullPath(arguments.GetValue(output)!), site.Files);
            Console.WriteLine($"{site.Files.Count(file => file.Path.EndsWith(".html", StringComparison.Ordinal))} pages");
            return 0;
        }

        foreach (var link in site.BrokenLinks)
            Console.Error.WriteLine(link);
    }
    catch (BenchException e)
    {
        Console.Error.WriteLine(e.Message);
    }

    return 1;
});
return command.Parse(args).Invoke();
