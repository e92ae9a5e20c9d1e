using System.Text;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.AspNetCore.Mvc.NewtonsoftJson;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Microsoft.Net.Http.Headers;
using Newtonsoft.Json;

namespace Samples.AdventureWorksApi.Serialization;

/// <summary>How minimal endpoints write and read JSON.</summary>
public abstract class Json
{
    /// <summary>200 with a body.</summary>
    public abstract IResult Ok<T>(T value);

    /// <summary>201 with a body.</summary>
    public abstract IResult Created<T>(string location, T value);

    /// <summary>Reads a body.</summary>
    /// <param name="request">The request.</param>
    /// <returns>It, or the answer to a body that is no JSON of that type (400) or not declared as JSON (415).</returns>
    public async Task<(T? Value, IResult? Refusal)> Read<T>(HttpRequest request)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(request);
        if (!request.HasJsonContentType() || !IsUtf8(request.ContentType))
            return (null, TypedResults.Problem(statusCode: StatusCodes.Status415UnsupportedMediaType));
        try
        {
            if (await Parse<T>(request) is { } value)
                return (value, null);
        }
        catch (Exception e) when (e is System.Text.Json.JsonException or JsonException)
        {
            // What is wrong with it is the caller's to find.
        }

        return (null, TypedResults.Problem(statusCode: StatusCodes.Status400BadRequest));
    }

    protected abstract Task<T?> Parse<T>(HttpRequest request)
        where T : class;

    private static bool IsUtf8(string? contentType) =>
        MediaTypeHeaderValue.TryParse(contentType, out var type)
        && (!type.Charset.HasValue || HeaderUtilities.RemoveQuotes(type.Charset).Equals("utf-8", StringComparison.OrdinalIgnoreCase));
}

/// <summary>System.Text.Json; by reflection or by generated code, as its options say.</summary>
public sealed class SystemTextJson : Json
{
    public override IResult Ok<T>(T value) => TypedResults.Ok(value);

    public override IResult Created<T>(string location, T value) => TypedResults.Created(location, value);

    protected override Task<T?> Parse<T>(HttpRequest request)
        where T : class =>
        System
            .Text.Json.JsonSerializer.DeserializeAsync<T>(
                request.Body,
                request.HttpContext.RequestServices.GetRequiredService<IOptions<JsonOptions>>().Value.SerializerOptions,
                request.HttpContext.RequestAborted
            )
            .AsTask();
}

/// <summary>Json.NET, for which the framework has a package for controllers only.</summary>
public sealed class NewtonsoftJson : Json
{
    public override IResult Ok<T>(T value) => new Result<T>(value, StatusCodes.Status200OK, null);

    public override IResult Created<T>(string location, T value) => new Result<T>(value, StatusCodes.Status201Created, location);

    protected override async Task<T?> Parse<T>(HttpRequest request)
        where T : class
    {
        using var reader = new StreamReader(request.Body, Encoding.UTF8);
        return JsonConvert.DeserializeObject<T>(await reader.ReadToEndAsync(request.HttpContext.RequestAborted), Settings);
    }

    /// <summary>As controllers have them.</summary>
    private static JsonSerializerSettings Settings { get; } = JsonSerializerSettingsProvider.CreateSerializerSettings();

    // Into memory: it writes synchronously, which Kestrel does not allow on the body itself.
    private static async Task<MemoryStream> Write(object? value)
    {
        var buffer = new MemoryStream();
        await using (var writer = new StreamWriter(buffer, Utf8, 1024, leaveOpen: true))
            JsonSerializer.Create(Settings).Serialize(writer, value);
        buffer.Position = 0;
        return buffer;
    }

    private static readonly Encoding Utf8 = new UTF8Encoding(false);

    private sealed class Result<T>(T value, int status, string? location) : IResult
    {
        public async Task ExecuteAsync(HttpContext httpContext)
        {
            httpContext.Response.StatusCode = status;
            httpContext.Response.ContentType = "application/json; charset=utf-8";
            if (location is not null)
                httpContext.Response.Headers.Location = location;
            using var buffer = await Write(value);
            await buffer.CopyToAsync(httpContext.Response.Body, httpContext.RequestAborted);
        }
    }
}
