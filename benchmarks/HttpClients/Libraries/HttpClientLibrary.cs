using System.Net.Http.Json;
using Microsoft.Extensions.DependencyInjection;

namespace Benchmarks.HttpClients.Libraries;

/// <summary>HttpClient from IHttpClientFactory, written out by hand: what the libraries save the typing of.</summary>
internal sealed class HttpClientLibrary : IClientLibrary
{
    private const string Name = "benchmarks";

    public void Register(IServiceCollection services, ClientSettings settings) => services.AddHttpClient(Name).AnswersFromMemory(settings);

    public Task<Model> Get(IServiceProvider scope, string id) => HandWritten.Get(Client(scope), id);

    public Task<Model> Post(IServiceProvider scope, Model model) => HandWritten.Post(Client(scope), model);

    private static HttpClient Client(IServiceProvider scope) => scope.GetRequiredService<IHttpClientFactory>().CreateClient(Name);
}

/// <summary>One HttpClient for the life of the process: no factory, no handler chain.</summary>
internal sealed class SharedHttpClientLibrary : IClientLibrary
{
    public void Register(IServiceCollection services, ClientSettings settings)
    {
        var handler = Backend.CreateHandler();
        services.AddSingleton(_ => new HttpClient(handler) { BaseAddress = Backend.BaseAddress });
    }

    public Task<Model> Get(IServiceProvider scope, string id) => HandWritten.Get(scope.GetRequiredService<HttpClient>(), id);

    public Task<Model> Post(IServiceProvider scope, Model model) => HandWritten.Post(scope.GetRequiredService<HttpClient>(), model);
}

internal static class HandWritten
{
    public static async Task<Model> Get(HttpClient client, string id) =>
        (await client.GetFromJsonAsync<Model>($"benchmarks/{Uri.EscapeDataString(id)}", Backend.Json))!;

    public static async Task<Model> Post(HttpClient client, Model model)
    {
        using var response = await client.PostAsJsonAsync("benchmarks", model, Backend.Json);
        response.EnsureSuccessStatusCode();
        return (await response.Content.ReadFromJsonAsync<Model>(Backend.Json))!;
    }
}
