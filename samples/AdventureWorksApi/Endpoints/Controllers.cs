using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.ApplicationParts;
using Microsoft.AspNetCore.Mvc.Controllers;
using Samples.AdventureWorksApi.Data;

namespace Samples.AdventureWorksApi.Endpoints;

/// <summary>What both controllers have in common.</summary>
[ApiController]
public abstract class AdventureWorksController : ControllerBase
{
    protected ActionResult<T> OrNotFound<T>(T? value)
        where T : class => value is null ? Problem(statusCode: StatusCodes.Status404NotFound) : value;

    protected ActionResult Refused(IDictionary<string, string[]> errors)
    {
        ArgumentNullException.ThrowIfNull(errors);
        foreach (var (field, messages) in errors)
        {
            foreach (var message in messages)
                ModelState.AddModelError(field, message);
        }

        return ValidationProblem();
    }
}

/// <summary>The endpoints as actions that await.</summary>
public sealed class AsyncController(Store store) : AdventureWorksController
{
    [HttpGet("/orders/{id:int}")]
    public async Task<ActionResult<Order>> GetOrder(int id, CancellationToken cancellation) =>
        OrNotFound(await store.FindOrderAsync(id, cancellation));

    [HttpGet("/orders")]
    public async Task<ActionResult<List<Order>>> GetOrders(
        int? page,
        int? after,
        CancellationToken cancellation,
        int pageSize = Paging.DefaultPageSize
    ) =>
        Paging.Errors(page, after, pageSize) is { Count: > 0 } errors
            ? Refused(errors)
            : await store.OrdersAsync(page, after, pageSize, cancellation);

    [HttpGet("/customers/{id:int}/orders/count")]
    public async Task<ActionResult<CountAnswer>> CountOrders(int id, CancellationToken cancellation) =>
        OrNotFound(await store.CountOrdersAsync(id, cancellation));

    [HttpGet("/products")]
    public async Task<ActionResult<List<Product>>> GetProducts(
        CancellationToken cancellation,
        int page = 1,
        int pageSize = Paging.DefaultPageSize
    ) =>
        Paging.Errors(page, null, pageSize) is { Count: > 0 } errors
            ? Refused(errors)
            : await store.ProductsAsync(page, pageSize, cancellation);

    [HttpGet("/products/count")]
    public Task<CountAnswer> CountProducts(CancellationToken cancellation) => store.CountProductsAsync(cancellation);

    [HttpPost("/orders")]
    public async Task<ActionResult<Order>> AddOrder(NewOrder order, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(order);
        if (order.Errors() is { Count: > 0 } errors)
            return Refused(errors);
        var added = await store.AddAsync(order, cancellation);
        return added.Order is { } stored ? Created($"/orders/{stored.OrderId}", stored) : Refused(added.Errors);
    }
}

/// <summary>The endpoints as actions that wait.</summary>
public sealed class SyncController(Store store) : AdventureWorksController
{
    [HttpGet("/orders/{id:int}")]
    public ActionResult<Order> GetOrder(int id) => OrNotFound(store.FindOrder(id));

    [HttpGet("/orders")]
    public ActionResult<List<Order>> GetOrders(int? page, int? after, int pageSize = Paging.DefaultPageSize) =>
        Paging.Errors(page, after, pageSize) is { Count: > 0 } errors ? Refused(errors) : store.OrdersNow(page, after, pageSize);

    [HttpGet("/customers/{id:int}/orders/count")]
    public ActionResult<CountAnswer> CountOrders(int id) => OrNotFound(store.CountOrders(id));

    [HttpGet("/products")]
    public ActionResult<List<Product>> GetProducts(int page = 1, int pageSize = Paging.DefaultPageSize) =>
        Paging.Errors(page, null, pageSize) is { Count: > 0 } errors ? Refused(errors) : store.Products(page, pageSize);

    [HttpGet("/products/count")]
    public CountAnswer CountProducts() => store.CountProducts();

    [HttpPost("/orders")]
    public ActionResult<Order> AddOrder(NewOrder order)
    {
        ArgumentNullException.ThrowIfNull(order);
        if (order.Errors() is { Count: > 0 } errors)
            return Refused(errors);
        var added = store.Add(order);
        return added.Order is { } stored ? Created($"/orders/{stored.OrderId}", stored) : Refused(added.Errors);
    }
}

/// <summary>Leaves one of the two controllers.</summary>
internal sealed class ControllerOf(Mode mode) : IApplicationFeatureProvider<ControllerFeature>
{
    public void PopulateFeature(IEnumerable<ApplicationPart> parts, ControllerFeature feature)
    {
        var other = mode == Mode.Async ? typeof(SyncController) : typeof(AsyncController);
        feature.Controllers.Remove(feature.Controllers.Single(controller => controller.AsType() == other));
    }
}
