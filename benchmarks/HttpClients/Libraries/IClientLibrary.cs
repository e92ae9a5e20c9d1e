using Microsoft.Extensions.DependencyInjection;

namespace Benchmarks.HttpClients.Libraries;

/// <summary>One way to call <c>GET /benchmarks/{id}</c> and <c>POST /benchmarks</c>.</summary>
internal interface IClientLibrary
{
    /// <summary>Registers the library the way its documentation does for dependency injection.</summary>
    void Register(IServiceCollection services, ClientSettings settings);

    Task<Model> Get(IServiceProvider scope, string id);

    Task<Model> Post(IServiceProvider scope, Model model);
}
