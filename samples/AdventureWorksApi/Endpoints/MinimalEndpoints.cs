using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Samples.AdventureWorksApi.Serialization;

namespace Samples.AdventureWorksApi.Endpoints;

/// <summary>The endpoints as lambdas.</summary>
internal static class MinimalEndpoints
{
    public static void MapEndpoints(this IEndpointRouteBuilder app, Mode mode)
    {
        if (mode == Mode.Async)
            MapAsync(app);
        else
            MapSync(app);
    }

    private static void MapAsync(IEndpointRouteBuilder app)
    {
        app.MapGet(
            "/orders/{id:int}",
            async (int id, Store store, Json json, CancellationToken cancellation) =>
                await store.FindOrderAsync(id, cancellation) is { } order ? json.Ok(order) : NotFound()
        );
        app.MapGet(
            "/orders",
            async (int? page, int? after, Store store, Json json, CancellationToken cancellation, int pageSize = Paging.DefaultPageSize) =>
                Paging.Errors(page, after, pageSize) is { Count: > 0 } errors
                    ? TypedResults.ValidationProblem(errors)
                    : json.Ok(await store.OrdersAsync(page, after, pageSize, cancellation))
        );
        app.MapGet(
            "/customers/{id:int}/orders/count",
            async (int id, Store store, Json json, CancellationToken cancellation) =>
                await store.CountOrdersAsync(id, cancellation) is { } count ? json.Ok(count) : NotFound()
        );
        app.MapGet(
            "/products",
            async (Store store, Json json, CancellationToken cancellation, int page = 1, int pageSize = Paging.DefaultPageSize) =>
                Paging.Errors(page, null, pageSize) is { Count: > 0 } errors
                    ? TypedResults.ValidationProblem(errors)
                    : json.Ok(await store.ProductsAsync(page, pageSize, cancellation))
        );
        app.MapGet(
            "/products/count",
            async (Store store, Json json, CancellationToken cancellation) => json.Ok(await store.CountProductsAsync(cancellation))
        );
        app.MapPost(
            "/orders",
            async (HttpRequest request, Store store, Json json, CancellationToken cancellation) =>
            {
                var (order, refusal) = await json.Read<NewOrder>(request);
                if (order is null)
                    return refusal!;
                if (order.Errors() is { Count: > 0 } errors)
                    return TypedResults.ValidationProblem(errors);
                var added = await store.AddAsync(order, cancellation);
                return added.Order is { } stored
                    ? json.Created($"/orders/{stored.OrderId}", stored)
                    : TypedResults.ValidationProblem(added.Errors);
            }
        );
    }

    private static void MapSync(IEndpointRouteBuilder app)
    {
        app.MapGet("/orders/{id:int}", (int id, Store store, Json json) => store.FindOrder(id) is { } order ? json.Ok(order) : NotFound());
        app.MapGet(
            "/orders",
            (int? page, int? after, Store store, Json json, int pageSize = Paging.DefaultPageSize) =>
                Paging.Errors(page, after, pageSize) is { Count: > 0 } errors
                    ? TypedResults.ValidationProblem(errors)
                    : json.Ok(store.OrdersNow(page, after, pageSize))
        );
        app.MapGet(
            "/customers/{id:int}/orders/count",
            (int id, Store store, Json json) => store.CountOrders(id) is { } count ? json.Ok(count) : NotFound()
        );
        app.MapGet(
            "/products",
            (Store store, Json json, int page = 1, int pageSize = Paging.DefaultPageSize) =>
                Paging.Errors(page, null, pageSize) is { Count: > 0 } errors
                    ? TypedResults.ValidationProblem(errors)
                    : json.Ok(store.Products(page, pageSize))
        );
        app.MapGet("/products/count", (Store store, Json json) => json.Ok(store.CountProducts()));
        // The body is awaited: Kestrel reads it no other way.
        app.MapPost(
            "/orders",
            async (HttpRequest request, Store store, Json json) =>
            {
                var (order, refusal) = await json.Read<NewOrder>(request);
                if (order is null)
                    return refusal!;
                if (order.Errors() is { Count: > 0 } errors)
                    return TypedResults.ValidationProblem(errors);
                var added = store.Add(order);
                return added.Order is { } stored
                    ? json.Created($"/orders/{stored.OrderId}", stored)
                    : TypedResults.ValidationProblem(added.Errors);
            }
        );
    }

    private static IResult NotFound() => TypedResults.Problem(statusCode: StatusCodes.Status404NotFound);
}
