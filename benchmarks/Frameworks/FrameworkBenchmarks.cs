using System.Text;
using System.Text.Json;
using Bench.Harness;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Columns;

namespace Benchmarks.Frameworks;

/// <summary>
/// The same code on .NET 8, 9 and 10, compiled for each: a request to a minimal API, JSON both ways, and a regular expression. Here a
/// method is the question, and the frameworks are the alternatives.
/// </summary>
[Frameworks("net8.0", "net9.0", "net10.0")]
// The job's name says it.
[HideColumns(Column.Arguments, Column.Runtime)]
[TableNote(
    "Each framework has a program of its own, compiled for it; those of .NET 8 and 9 bring their runtime along, in the version above the table."
)]
[TableNote("JsonGet is a whole request in memory, from the server's entry to the last byte of the answer, without a socket or a client.")]
public class FrameworkBenchmarks
{
    /// <summary>Requests per invocation: BenchmarkDotNet blocks on each invocation, which may cost a hop between threads.</summary>
    private const int Requests = 64;

    private const string ExpectedPeople =
        """[{"name":"Ada","surname":"Lovelace","birthDate":"1815-12-10"},{"name":"Grace","surname":"Hopper","birthDate":"1906-12-09"},{"name":"Alan","surname":"Turing","birthDate":"1912-06-23"}]""";

    private readonly Product[] products = Product.Many();
    private readonly byte[] json = JsonSerializer.SerializeToUtf8Bytes(Product.Many(), ProductJson.Default.ProductArray);
    private readonly string text = Prose.Create();
    private PeopleApp? app;

    [GlobalSetup(Target = nameof(JsonGet))]
    public async Task StartApp()
    {
        app = await PeopleApp.Start();
        Ensure(nameof(JsonGet), ExpectedPeople, Encoding.UTF8.GetString(await app.Get()));
    }

    [GlobalSetup(Targets = [nameof(ToJson), nameof(FromJson), nameof(Regex)])]
    public void CheckAnswers()
    {
        Ensure(nameof(ToJson), Product.ExpectedLength, ToJson().Length);
        Ensure(nameof(FromJson), products[^1], FromJson()[^1]);
        Ensure(nameof(Regex), Prose.WordsInIng, Regex());
    }

    [GlobalCleanup(Target = nameof(JsonGet))]
    public Task StopApp() => app!.Stop();

    [Benchmark(OperationsPerInvoke = Requests)]
    public async Task<int> JsonGet()
    {
        var length = 0;
        for (var i = 0; i < Requests; i++)
            length = (await app!.Get().ConfigureAwait(false)).Length;
        return length;
    }

    [Benchmark]
    public byte[] ToJson() => JsonSerializer.SerializeToUtf8Bytes(products, ProductJson.Default.ProductArray);

    [Benchmark]
    public Product[] FromJson() => JsonSerializer.Deserialize(json, ProductJson.Default.ProductArray)!;

    [Benchmark]
    public int Regex() => Prose.InIng().Count(text);

    // Where another framework answers differently, it does other work.
    private static void Ensure<T>(string method, T expected, T answer)
    {
        if (!EqualityComparer<T>.Default.Equals(expected, answer))
            throw new InvalidOperationException($"{method} answered '{answer}', expected '{expected}'.");
    }
}
