using System.Text;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Formatters;
using Newtonsoft.Json;

namespace Samples.AdventureWorksApi.Serialization;

/// <summary>
/// Json.NET for controllers. The framework's own package for it brings Newtonsoft.Json.Bson along, in a version that not every feed has and
/// that whoever refers to this application would have to override as well.
/// </summary>
internal static class NewtonsoftFormatters
{
    private const string MediaType = "application/json";

    public static void Use(MvcOptions options)
    {
        options.OutputFormatters.Insert(0, new Output());
        options.InputFormatters.Clear();
        options.InputFormatters.Add(new Input());
    }

    private sealed class Output : TextOutputFormatter
    {
        public Output()
        {
            SupportedMediaTypes.Add(MediaType);
            SupportedEncodings.Add(new UTF8Encoding(false));
        }

        public override async Task WriteResponseBodyAsync(OutputFormatterWriteContext context, Encoding selectedEncoding)
        {
            using var buffer = await NewtonsoftJson.Write(context.Object);
            await buffer.CopyToAsync(context.HttpContext.Response.Body, context.HttpContext.RequestAborted);
        }

        // A problem document is the framework's, with rules of its own on how it is written.
        protected override bool CanWriteType(Type? type) =>
            type is not null && type != typeof(string) && !type.IsAssignableTo(typeof(ProblemDetails));
    }

    private sealed class Input : TextInputFormatter
    {
        public Input()
        {
            SupportedMediaTypes.Add(MediaType);
            SupportedEncodings.Add(new UTF8Encoding(false));
        }

        public override async Task<InputFormatterResult> ReadRequestBodyAsync(InputFormatterContext context, Encoding encoding)
        {
            using var reader = new StreamReader(context.HttpContext.Request.Body, encoding);
            try
            {
                return
                    JsonConvert.DeserializeObject(
                        await reader.ReadToEndAsync(context.HttpContext.RequestAborted),
                        context.ModelType,
                        NewtonsoftJson.Settings
                    )
                        is { } value
                    ? await InputFormatterResult.SuccessAsync(value)
                    : await InputFormatterResult.NoValueAsync();
            }
            catch (JsonException)
            {
                context.ModelState.TryAddModelError("", "The body is not the JSON that is expected.");
                return await InputFormatterResult.FailureAsync();
            }
        }
    }
}
