using System.Net.Http.Json;
using System.Text.Json;
using Microsoft.Extensions.DependencyInjection;
using RestEase;

namespace Benchmarks.HttpClients.Libraries;

/// <summary>
/// RestEase over a factory client, made once. By default it serializes with Newtonsoft.Json; aligned, with System.Text.Json.
/// </summary>
/// <remarks>
/// A singleton, unlike the others: RestEase 1.4.3 defines a dynamic assembly for each client it makes and never frees it, so
/// a client for each scope grows slower with every call.
/// </remarks>
internal sealed class RestEaseLibrary : IClientLibrary
{
    private const string Name = "restease";

    public void Register(IServiceCollection services, ClientSettings settings)
    {
        services.AddHttpClient(Name).AnswersFromMemory(settings);
        services.AddSingleton(provider => Create(provider.GetRequiredService<IHttpClientFactory>().CreateClient(Name), settings));
    }

    public Task<Model> Get(IServiceProvider scope, string id) => scope.GetRequiredService<IRestEaseModels>().Get(id);

    public Task<Model> Post(IServiceProvider scope, Model model) => scope.GetRequiredService<IRestEaseModels>().Post(model);

    private static IRestEaseModels Create(HttpClient client, ClientSettings settings) =>
        settings == ClientSettings.Default
            ? RestClient.For<IRestEaseModels>(client)
            : new RestClient(client)
            {
                RequestBodySerializer = SystemTextJson.Request,
                ResponseDeserializer = SystemTextJson.Response,
            }.For<IRestEaseModels>();

    private static class SystemTextJson
    {
        public static readonly RequestBodySerializer Request = new SystemTextJsonRequest();
        public static readonly ResponseDeserializer Response = new SystemTextJsonResponse();
    }

    private sealed class SystemTextJsonRequest : RequestBodySerializer
    {
        public override HttpContent? SerializeBody<T>(T body, RequestBodySerializerInfo info) =>
            JsonContent.Create(body, options: Backend.Json);
    }

    private sealed class SystemTextJsonResponse : ResponseDeserializer
    {
        // RestEase reads every body into a string before it asks for this.
        public override T Deserialize<T>(string? content, HttpResponseMessage response, ResponseDeserializerInfo info) =>
            JsonSerializer.Deserialize<T>(content!, Backend.Json)!;
    }
}

/// <summary>Public, because RestEase implements it at run time in an assembly of its own.</summary>
public interface IRestEaseModels
{
    [Get("benchmarks/{id}")]
    Task<Model> Get([Path] string id);

    [Post("benchmarks")]
    Task<Model> Post([Body] Model model);
}
