#if WEBAPICLIENTCORE
using Microsoft.Extensions.DependencyInjection;
using WebApiClientCore;
using WebApiClientCore.Attributes;

namespace Benchmarks.HttpClients.Libraries;

/// <summary>WebApiClientCore's typed client, registered by AddHttpApi.</summary>
internal sealed class WebApiClientCoreLibrary : IClientLibrary
{
    public void Register(IServiceCollection services, ClientSettings settings) =>
        services
            .AddHttpApi<IWebApiClientCoreModels>(options =>
            {
                if (settings == ClientSettings.Aligned)
                    Align(options);
            })
            .AnswersFromMemory(settings);

    public Task<Model> Get(IServiceProvider scope, string id) => scope.GetRequiredService<IWebApiClientCoreModels>().Get(id);

    public Task<Model> Post(IServiceProvider scope, Model model) => scope.GetRequiredService<IWebApiClientCoreModels>().Post(model);

    // Its options can't be replaced, only changed: what is left is JsonSerializerDefaults.Web, as Backend.Json.
    private static void Align(HttpApiOptions options)
    {
        options.UseLogging = false;
        options.UseDefaultUserAgent = false;
        options.UseParameterPropertyValidate = false;
        options.UseReturnValuePropertyValidate = false;
        foreach (var json in new[] { options.JsonSerializeOptions, options.JsonDeserializeOptions })
        {
            json.Converters.Clear();
            json.Encoder = Backend.Json.Encoder;
            json.DictionaryKeyPolicy = Backend.Json.DictionaryKeyPolicy;
            json.NumberHandling = Backend.Json.NumberHandling;
        }
    }
}

/// <summary>Public, because without its generator the library would implement it at run time in an assembly of its own.</summary>
public interface IWebApiClientCoreModels
{
    [HttpGet("/benchmarks/{id}")]
    Task<Model> Get(string id);

    [HttpPost("/benchmarks")]
    Task<Model> Post([JsonContent] Model model);
}
#endif
