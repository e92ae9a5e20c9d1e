namespace Bench.Load.Tests;

internal static class WebProject
{
    public const string Framework = "<TargetFramework>net10.0</TargetFramework>";

    public static string Publish(Folder folder, string properties)
    {
        folder.Write("Web.csproj", $"""<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup>{properties}</PropertyGroup></Project>""");
        folder.Write("Program.cs", "Microsoft.AspNetCore.Builder.WebApplication.CreateBuilder(args).Build().Run();");

        return ServerProject.Publish(
            Path.Combine(folder.Root, "Web.csproj"),
            Path.Combine(folder.Root, "out"),
            new Dictionary<string, string>(),
            TestContext.Current.CancellationToken
        );
    }
}

/// <summary>The application, published once for all tests of a class.</summary>
public sealed class PublishedWeb : FolderTests
{
    private readonly Lazy<string> program;

    public PublishedWeb() => program = new(() => WebProject.Publish(folder, WebProject.Framework));

    public string Program => program.Value;
}
