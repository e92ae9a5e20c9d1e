using Microsoft.Extensions.DependencyInjection;
using RestSharp;
using RestSharp.Serializers.Json;

namespace Benchmarks.HttpClients.Libraries;

/// <summary>RestSharp over a factory client, transient, as its own extension for dependency injection registers it.</summary>
internal sealed class RestSharpLibrary : IClientLibrary
{
    private const string Name = "restsharp";

    public void Register(IServiceCollection services, ClientSettings settings)
    {
        services.AddHttpClient(Name).AnswersFromMemory(settings);
        var options =
            settings == ClientSettings.Aligned
                ? new RestClientOptions(Backend.BaseAddress) { UserAgent = null }
                : new RestClientOptions(Backend.BaseAddress);
        services.AddTransient(provider => Create(provider.GetRequiredService<IHttpClientFactory>().CreateClient(Name), options, settings));
    }

    public async Task<Model> Get(IServiceProvider scope, string id) =>
        (await scope.GetRequiredService<IRestClient>().GetAsync<Model>(new RestRequest("benchmarks/{id}").AddUrlSegment("id", id)))!;

    public async Task<Model> Post(IServiceProvider scope, Model model) =>
        (await scope.GetRequiredService<IRestClient>().PostAsync<Model>(new RestRequest("benchmarks").AddJsonBody(model)))!;

    private static IRestClient Create(HttpClient client, RestClientOptions options, ClientSettings settings) =>
        settings == ClientSettings.Default
            ? new RestClient(client, options)
            : new RestClient(client, options, configureSerialization: serializers => serializers.UseSystemTextJson(Backend.Json));
}
