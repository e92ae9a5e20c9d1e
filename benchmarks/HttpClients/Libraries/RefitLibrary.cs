#if REFIT
using Microsoft.Extensions.DependencyInjection;
using Refit;

namespace Benchmarks.HttpClients.Libraries;

/// <summary>
/// Refit's typed client, registered by AddRefitGeneratedClient: since version 16, AddRefitClient needs a package of its own that builds
/// requests by reflection.
/// </summary>
internal sealed class RefitLibrary : IClientLibrary
{
    public void Register(IServiceCollection services, ClientSettings settings) =>
        services
            .AddRefitGeneratedClient<IRefitModels>(
                settings == ClientSettings.Aligned ? new RefitSettings(new SystemTextJsonContentSerializer(Backend.Json)) : null
            )
            .AnswersFromMemory(settings);

    public Task<Model> Get(IServiceProvider scope, string id) => scope.GetRequiredService<IRefitModels>().Get(id);

    public Task<Model> Post(IServiceProvider scope, Model model) => scope.GetRequiredService<IRefitModels>().Post(model);
}

/// <summary>Refit's generator needs it no more visible than its caller.</summary>
internal interface IRefitModels
{
    [Get("/benchmarks/{id}")]
    Task<Model> Get(string id);

    [Post("/benchmarks")]
    Task<Model> Post([Body] Model model);
}
#endif
